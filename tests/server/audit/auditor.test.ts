import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { auditAll } from '../../../server/audit/auditAll.ts';
import { createAuditor } from '../../../server/audit/auditor.ts';
import type { Db, Query } from '../../../server/database/db.ts';
import { ChainUnread } from '../../../server/treasury/balances.ts';
import type { Holding } from '../../../server/treasury/holdings.ts';
import { runOperator } from '../../support/command.ts';
import { hasEngine } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';
import { addressOf, fund, type Person, pay, quote } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { afterTampering } from '../../support/tampering.ts';

const hour = 3_600_000;
const ledgerKey = 'ledger-key-of-the-tests-0123456789abcdef';

interface World {
  readonly it: TestServer;
  readonly payer: Person;
  readonly payee: Person;
}

/** A server with a payment, which was audited once. */
async function world(work: (world: World) => Promise<void>) {
  const it = await openTestServer({ ledgerKey });
  try {
    const [payer, payee] = [await register(it), await register(it)];
    await fund(it, payer, 'USDT', '100');
    expect((await pay(it, payer, { to: await addressOf(it, payee) })).status).toBe(201);
    await it.audit();
    await work({ it, payer, payee });
  } finally {
    await it.close();
  }
}

function audits(it: TestServer) {
  return it.database.query<{ number: string; faults: string[] }>(
    'SELECT number, faults FROM ledger_audits ORDER BY number',
  );
}

async function command(it: TestServer, ...args: string[]) {
  const { code, said } = await runOperator(it, args);
  return { code, said };
}

function tampering({ it, payer }: World) {
  const change = (by: number) =>
    it.database.query(
      `UPDATE ledger_accounts SET posted = posted + ${by} WHERE owner_id = $1 AND token = 'USDT'`,
      [payer.id],
    );
  return { tamper: () => change(1), repair: () => change(-1) };
}

test.skipIf(!hasEngine())(
  'the audit runs once an hour, whoever asks and however many servers there are',
  () =>
    world(async ({ it }) => {
      await it.audit();
      it.clock.advance(hour - 1);
      await it.audit();
      expect(await audits(it)).toEqual([{ number: '1', faults: [] }]);
      it.clock.advance(1);
      await Promise.all([it.audit(), it.audit(), it.audit()]);
      expect(await audits(it)).toHaveLength(2);
      expect(it.logged.filter((line) => line.includes('the ledger was audited and sealed'))).toHaveLength(2);
      const [kept] = await it.database.query('SELECT count(DISTINCT audit)::int AS audits FROM ledger_seals');
      expect(kept).toEqual({ audits: 1 });
    }),
);

test.skipIf(!hasEngine())(
  'what it finds stops what leaves and is told; the operator lets it go on, and only something new stops it again',
  () =>
    world(async (given) => {
      const { it, payer } = given;
      const { tamper, repair } = tampering(given);
      await tamper();
      it.clock.advance(hour);
      await it.audit();
      const [, { faults } = { faults: [] }] = await audits(it);
      expect(faults).toEqual([
        `account ${payer.id} in USDT has 90.000001 USDT posted, its transfers make 90 USDT`,
        'USDT sums to 0.000001 USDT, not to zero',
      ]);
      expect(it.logged.find((line) => line.includes('the audit has found faults'))).toContain(payer.id);
      expect((await quote(it, payer)).body.code).toBe('WITHDRAWALS_DISABLED');
      const [stop] = await it.database.query<{ why: string }>('SELECT why FROM withdrawal_stops');
      expect(stop?.why).toContain(`The audit has found faults: account ${payer.id} in USDT`);
      const told = await command(it, 'audit');
      expect(told.code).toBe(1);
      expect(told.said.join('\n')).toContain("The server's own audit of 2026-11-20T10:00:00.000Z: 2 faults");

      const enabled = await it.operator('POST', '/withdrawals/enable', { token: '*' });
      expect(enabled.body.data.enabled).toEqual(['ZST', 'STO', 'USDT']);
      it.clock.advance(hour);
      await it.audit();
      expect((await quote(it, payer)).status).toBe(201);
      await repair();
      it.clock.advance(hour);
      await it.audit();
      expect((await command(it, 'audit')).said).toContain(
        "The server's own audit of 2026-11-20T12:00:00.000Z: clean",
      );
    }),
);

test.skipIf(!hasEngine())('a fault whose amounts have changed is the same one, and stops nothing again', () =>
  world(async (given) => {
    const { it, payer, payee } = given;
    await tampering(given).tamper();
    it.clock.advance(hour);
    await it.audit();
    await it.operator('POST', '/withdrawals/enable', { token: '*' });
    expect((await pay(it, payer, { to: await addressOf(it, payee) })).status).toBe(201);
    it.clock.advance(hour);
    await it.audit();
    const [, first, second] = await audits(it);
    expect(first?.faults[0]).toContain('has 90.000001 USDT posted');
    expect(second?.faults[0]).toContain('has 80.000001 USDT posted');
    expect((await quote(it, payer)).status).toBe(201);
  }),
);

/** What an audit compares of a token; null for one whose balances cannot be read. */
const held = (token: string, difference: bigint | null): Holding => ({
  ...{ token, isRead: difference !== null, difference, unexplained: [] },
  ...{ atDepositAddresses: 0n, inHotWallet: 0n, inColdAddress: 0n, atGasAddress: 0n },
  ...{ arriving: 0n, leaving: 0n, owed: 0n, fees: 0n, exchanged: 0n, float: 0n },
});

/** Audits over a chain, each an hour after the one before, with what `tokens` answers or throws then. */
function auditsOver({ database, clock }: TestServer, tokens: () => readonly Holding[]) {
  const compare = async () => ({ block: { number: 7, hash: '0x07' }, tokens: tokens() });
  const treasury = { chain: 'eip155:1', compare };
  const log = pino({ level: 'silent' });
  const auditor = createAuditor({ database, log, key: ledgerKey, treasury });
  return {
    next() {
      clock.advance(hour);
      return auditor.whenDue(clock.now());
    },
    stops: () => database.query('SELECT token FROM withdrawal_stops'),
  };
}

const stopped = [{ token: '*' }];

test.skipIf(!hasEngine())(
  'a fault on the chain that an operator has judged stops nothing again after an audit that could not ask the chain',
  () =>
    world(async ({ it }) => {
      let isReachable = true;
      const { next, stops } = auditsOver(it, () => {
        if (!isReachable) throw new ChainUnread('block 7 is being replaced');
        return [held('USDT', -4_000_000n)];
      });
      await next();
      expect(await stops()).toEqual(stopped);
      await it.operator('POST', '/withdrawals/enable', { token: '*' });
      isReachable = false;
      await next();
      isReachable = true;
      await next();
      const missing = '4 USDT are missing: eip155:1 holds 0 USDT at block 7, the books say 4 USDT';
      expect((await audits(it)).map(({ faults }) => faults)).toEqual([[], [missing], [], [missing]]);
      expect(await stops()).toEqual([]);
    }),
);

test.skipIf(!hasEngine())(
  'what is missing of a token stays judged while its balances cannot be read, and no longer when they were read and nothing was missing',
  () =>
    world(async ({ it }) => {
      let tokens = [held('USDT', -4_000_000n), held('ZST', 0n)];
      const { next, stops } = auditsOver(it, () => tokens);
      await next();
      expect(await stops()).toEqual(stopped);
      await it.operator('POST', '/withdrawals/enable', { token: '*' });
      tokens = [held('USDT', null), held('ZST', 0n)];
      await next();
      await next();
      tokens = [held('USDT', -4_000_000n), held('ZST', null)];
      await next();
      expect(await stops()).toEqual([]);
      tokens = [held('USDT', 0n), held('ZST', null)];
      await next();
      tokens = [held('USDT', -4_000_000n), held('ZST', null)];
      await next();
      expect(await stops()).toEqual(stopped);
      const judged = await it.database.query<{ known: string[] }>(
        'SELECT known FROM ledger_audits ORDER BY number',
      );
      const missing = ['missing eip155:1 USDT'];
      const expected = [[], missing, missing, missing, missing, [], missing];
      expect(judged.map(({ known }) => known)).toEqual(expected);
    }),
);

/** The same server on a database that fails the next statement with `part` in it. */
async function failing(it: TestServer, part: string) {
  let isBroken = true;
  const breaking =
    (query: Query): Query =>
    async (sql, values) => {
      if (!isBroken || !sql.includes(part)) return query(sql, values);
      isBroken = false;
      throw new Error('the disk is full');
    };
  const { database } = it;
  return openTestServer({
    database: {
      ...database,
      query: breaking(database.query),
      transaction: (work) => database.transaction((query) => work(breaking(query))),
    },
    clock: it.clock,
    ledgerKey,
  });
}

test.skipIf(!hasEngine())(
  'a fault that could not be recorded has stopped what leaves all the same, and the audit is made again at the next look',
  () =>
    world(async (given) => {
      const { it, payer } = given;
      const other = await failing(it, 'INSERT INTO ledger_audits');
      await tampering(given).tamper();
      it.clock.advance(hour);
      await expect(other.audit()).rejects.toThrow('the disk is full');
      expect(await audits(it)).toHaveLength(1);
      expect((await quote(it, payer)).body.code).toBe('WITHDRAWALS_DISABLED');
      await other.audit();
      expect(await audits(it)).toHaveLength(2);
    }),
);

test.skipIf(!hasEngine()).each([
  ['nearly ten minutes ago is answered to whoever asks next', 599_000, true],
  ['more than ten minutes ago is outdated, and another run answers', 601_000, false],
])('a report that nobody has fetched and that ended %s', (_, age, isAnswered) =>
  world(async (given) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { it } = given;
    let start = latch();
    let answered = 0;
    const counted =
      (query: Query): Query =>
      async (sql, values) => {
        try {
          return await query(sql, values);
        } finally {
          if (!sql.includes('ledger_audits')) answered += 1;
        }
      };
    const database: Db = {
      ...it.database,
      query: counted(it.database.query),
      transaction: async (work) => {
        await start.isOpen;
        return it.database
          .transaction((query) => work(counted(query)))
          .finally(() => {
            answered += 1;
          });
      },
    };
    const log = pino({ level: 'silent' });
    const auditor = createAuditor({ database, log, key: ledgerKey, treasury: null, patience: 1 });
    const report = () => auditor.report(it.clock.now());
    const isClean = () => expect.poll(async () => (await report()).clean, { timeout: 30_000 });
    start.open();
    await isClean().toBe(true);
    const whole = answered;

    start = latch();
    expect((await report()).progress).toBe(0);
    start.open();
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(2 * whole);
    await new Promise(setImmediate);
    await tampering(given).tamper();
    vi.advanceTimersByTime(age);
    expect(await report()).toMatchObject(isAnswered ? { clean: true, progress: null } : { clean: false });
    await expect.poll(async () => (await report()).faults.length, { timeout: 30_000 }).toBeGreaterThan(0);
  }),
);

test.skipIf(!hasEngine())(
  'what an asked audit finds stops what leaves and is told once, also when nobody fetches the report',
  () =>
    world(async (given) => {
      const { it } = given;
      await tampering(given).tamper();
      const start = latch();
      const database: Db = {
        ...it.database,
        transaction: async (work) => {
          await start.isOpen;
          return it.database.transaction(work);
        },
      };
      const logged: string[] = [];
      const log = pino({}, { write: (line) => void logged.push(line) });
      const auditor = createAuditor({ database, log, key: ledgerKey, treasury: null, patience: 1 });
      const report = () => auditor.report(it.clock.now());
      expect((await report()).progress).toBe(0);
      start.open();
      const stops = () => it.database.query('SELECT token FROM withdrawal_stops');
      await expect.poll(stops, { timeout: 30_000 }).toEqual([{ token: '*' }]);
      await expect.poll(async () => (await report()).faults.length, { timeout: 30_000 }).toBe(2);
      expect(logged.filter((line) => line.includes('audit_faults'))).toHaveLength(1);
    }),
);

test.skipIf(!hasEngine())('after an audit that failed the operator can make another', () =>
  world(async ({ it }) => {
    const other = await failing(it, 'FROM ledger_accounts account');
    expect((await other.operator('GET', '/audit')).status).toBe(500);
    expect((await other.operator('GET', '/audit')).body.data.clean).toBe(true);
  }),
);

test.skipIf(!hasEngine())(
  'an audit whose seals another one replaces meanwhile is checked against the newer seals, and stops nothing',
  () =>
    world(async ({ it, payer }) => {
      const [reached, released] = [latch(), latch()];
      const database: Db = {
        ...it.database,
        query: async (sql, values) => {
          if (sql.includes('FROM ledger_seals seal')) {
            reached.open();
            await released.isOpen;
          }
          return it.database.query(sql, values);
        },
      };
      const log = pino({ level: 'silent' });
      const auditor = createAuditor({ database, log, key: ledgerKey, treasury: null, patience: 60_000 });
      const asked = auditor.report(it.clock.now());
      await reached.isOpen;
      it.clock.advance(hour);
      await it.audit();
      expect(await audits(it)).toHaveLength(2);
      released.open();
      expect(await asked).toMatchObject({ clean: true, faults: [] });
      expect((await quote(it, payer)).status).toBe(201);
    }),
);

test.skipIf(!hasEngine())(
  'a chain that was made anew, and seals that were changed or made by others, are found',
  () =>
    world(async ({ it, payer }) => {
      const faultsAfter = (statements: string[], key: string | null = ledgerKey) =>
        afterTampering(it.database, statements, async (query) => (await auditAll(query, { key })).faults);
      expect(await faultsAfter([])).toEqual([]);
      const moment = 'the audit of 2026-11-20T09:00:00.000Z';
      const rewritten = await faultsAfter([
        `UPDATE ledger_transfers SET debit_chain = '\\x00' WHERE debit_owner_id = '${payer.id}'`,
        `UPDATE ledger_accounts SET chain_head = '\\x00' WHERE owner_id = '${payer.id}' AND chain_length > 0`,
      ]);
      expect(rewritten).toContain(
        `account ${payer.id} in USDT was rewritten since ${moment}: its first 2 transfers are others`,
      );
      const ofPayer = `owner_id = '${payer.id}' AND token = 'USDT'`;
      expect(await faultsAfter([`UPDATE ledger_seals SET length = 1 WHERE ${ofPayer}`])).toContain(
        `the seals of ${moment} were changed`,
      );
      expect(await faultsAfter([`DELETE FROM ledger_seals WHERE ${ofPayer}`])).toEqual([
        `the seals of ${moment} were changed`,
      ]);
      expect(await faultsAfter([], 'another-key')).toEqual([
        `${moment} was sealed with another LEDGER_KEY: all servers must have that one`,
      ]);
      // Whoever has the database alone can make seals only without the key.
      expect(await faultsAfter(['UPDATE ledger_audits SET key_id = NULL'])).toEqual([
        `${moment} was sealed without a key: expected once, after LEDGER_KEY was set for the first time`,
      ]);
    }),
);

test.skipIf(!hasEngine())('once a clock that ran ahead is set back, the audit is hourly again', () =>
  world(async ({ it }) => {
    it.clock.advance(24 * hour);
    await it.audit();
    it.clock.advance(-24 * hour);
    await it.audit();
    await it.audit();
    expect(await audits(it)).toHaveLength(3);
    it.clock.advance(hour - 1);
    await it.audit();
    expect(await audits(it)).toHaveLength(3);
    it.clock.advance(1);
    await it.audit();
    expect(await audits(it)).toHaveLength(4);
  }),
);
