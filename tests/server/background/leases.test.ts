import { expect, test, vi } from 'vitest';
import { createLeases, type Leases } from '../../../server/background/leases.ts';
import { repeat } from '../../../server/background/rounds.ts';
import type { Query } from '../../../server/database/db.ts';
import { lockWaits } from '../../../server/database/lockWaits.ts';
import { testDatabase } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';

const database = testDatabase();
const every = 1_000;

/** A server's leases on the database of this file, as on any that servers share. */
const serverLeases = (query: Query = database.db.query, patience?: number): Leases =>
  createLeases({ engine: 'postgres', query }, patience);

const nothing = async () => undefined;
const failing = () => Promise.reject(new Error('the node is away'));
const deaf = { failed: nothing, recovered: nothing };

/** As if so many milliseconds had passed since the lease was taken. */
const pass = (name: string, milliseconds: number) =>
  database.db.query(
    `UPDATE leases SET until = until - $2::float8 * interval '1 millisecond' WHERE name = $1`,
    [name, milliseconds],
  );

test('one server has the lease, between its rounds too, until it gives it away', async () => {
  const [mine, theirs] = [serverLeases()('kept', every), serverLeases()('kept', every)];
  const [began, work] = [latch(), latch()];
  const running = mine.run(() => {
    began.open();
    return work.isOpen;
  });
  await began.isOpen;
  expect(await theirs.run(nothing)).toBe(false);
  work.open();
  expect(await running).toBe(true);
  expect(await theirs.run(nothing)).toBe(false);
  expect(await mine.run(nothing)).toBe(true);
  await mine.release();
  // When the work is due again.
  await pass('kept', every);
  expect(await theirs.run(nothing)).toBe(true);
  expect(await mine.run(nothing)).toBe(false);
});

// The embedded database would wait for itself.
test.runIf(process.env.ENGINE === 'postgres')(
  'of two servers that ask at the same moment one does the work',
  async () => {
    const { db } = database;
    const theirs = serverLeases()('at once', every);
    const asking = await db.transaction(async (query) => {
      expect(await serverLeases(query)('at once', every).run(nothing)).toBe(true);
      const answer = theirs.run(nothing);
      await expect.poll(() => lockWaits(db.query)).toBe(1);
      return { answer };
    });
    expect(await asking.answer).toBe(false);
  },
);

test('the lease of a server that has died ends sixteen seconds after its last second', async () => {
  const [dead, other] = [serverLeases()('dead', every), serverLeases()('dead', every)];
  await dead.run(nothing);
  await pass('dead', 15_000);
  expect(await other.run(nothing)).toBe(false);
  await pass('dead', 1_000);
  expect(await other.run(nothing)).toBe(true);
});

test('work that takes longer than the lease keeps it', async () => {
  const [mine, theirs] = [serverLeases(database.db.query, 30)('long', 0), serverLeases()('long', 0)];
  const work = latch();
  const running = mine.run(() => work.isOpen);
  const untils = new Set<number>();
  await vi.waitFor(async () => {
    const [row] = await database.db.query<{ until: Date }>("SELECT until FROM leases WHERE name = 'long'");
    untils.add(row?.until.getTime() ?? 0);
    expect(untils.size).toBeGreaterThan(2);
  }, 20_000);
  work.open();
  expect(await running).toBe(true);
  await mine.release();
  await expect.poll(() => theirs.run(nothing)).toBe(true);
});

test('a server whose work fails leaves it to another at once', async () => {
  const [mine, theirs] = [serverLeases()('failing', 3_600_000), serverLeases()('failing', 3_600_000)];
  await expect(mine.run(failing)).rejects.toThrow('the node is away');
  expect(await theirs.run(nothing)).toBe(true);
});

test('a lease that was just taken is not taken anew before every round, one that was lost is', async () => {
  let asked = 0;
  const counting: Query = (sql, values) => {
    asked += 1;
    return database.db.query(sql, values);
  };
  const lease = serverLeases(counting)('often', every);
  for (let round = 0; round < 5; round += 1) expect(await lease.run(nothing)).toBe(true);
  expect(asked).toBe(1);
  await lease.release();
  expect(await lease.run(nothing)).toBe(true);
  expect(asked).toBe(3);
});

test('repeated work is of one server, and of the other once the first has stopped', async () => {
  const done: string[] = [];
  const begin = (server: string) => {
    const work = async () => void done.push(server);
    // A lease that is not given away lasts longer than this test.
    return repeat(work, 5, deaf, serverLeases(database.db.query, 600_000)('repeated', 5));
  };
  const first = begin('first');
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(0), 20_000);
  const second = begin('second');
  const before = done.length;
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 5), 20_000);
  expect(done).not.toContain('second');
  await first.stop();
  await vi.waitFor(() => expect(done).toContain('second'), 20_000);
  expect(done.lastIndexOf('first')).toBeLessThan(done.indexOf('second'));
  await second.stop();
});

test('a success is told when another server may have failed before, and not for what another does', async () => {
  const told: string[] = [];
  const other = serverLeases()('told', 5);
  await other.run(nothing);
  let looks = 0;
  const counting: Query = (sql, values) => {
    looks += 1;
    return database.db.query(sql, values);
  };
  const hearers = { failed: nothing, recovered: async () => void told.push('recovered') };
  const rounds = repeat(nothing, 5, hearers, serverLeases(counting)('told', 5));
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3), 20_000);
  expect(told).toEqual([]);
  await expect(other.run(failing)).rejects.toThrow();
  await vi.waitFor(() => expect(told).toEqual(['recovered']), 20_000);
  await rounds.stop();
});

test('a server that cannot reach the database does nothing, and reports that', async () => {
  const away: Query = () => Promise.reject(new Error('no connection'));
  const work = vi.fn(nothing);
  await expect(serverLeases(away)('away', every).run(work)).rejects.toThrow('no connection');
  expect(work).not.toHaveBeenCalled();
});

test('the embedded database has one server, which asks for no lease', async () => {
  const away: Query = () => Promise.reject(new Error('it was asked'));
  const lease = createLeases({ engine: 'pglite', query: away })('any', every);
  const work = vi.fn(nothing);
  expect(await lease.run(work)).toBe(true);
  await lease.release();
  expect(work).toHaveBeenCalledOnce();
});
