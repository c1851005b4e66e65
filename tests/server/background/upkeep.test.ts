import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { keepRounds } from '../../../server/cli/runtime.ts';
import { keepUpkeep } from '../../../server/cli/upkeep.ts';
import type { Db } from '../../../server/database/db.ts';
import { prepareRole } from '../../../server/database/role.ts';
import { filesInFolder } from '../../../server/files/files.ts';
import { hasEngine } from '../../support/database.ts';
import { filledIn, openTestServer } from '../../support/server.ts';

test.skipIf(!hasEngine())('upkeep that keeps failing is seen by the operator until it succeeds', async () => {
  const it = await openTestServer();
  let isBroken = true;
  const database: Db = {
    ...it.database,
    query: (sql, values) =>
      isBroken && sql.includes('DELETE FROM idempotency_keys')
        ? Promise.reject(new Error('disk full'))
        : it.database.query(sql, values),
  };
  const log = pino({ level: 'silent' });
  const upkeep = keepUpkeep({ database, files: filesInFolder('/nowhere'), clock: it.clock, log }, 5);
  const seen = async () => (await it.operator('GET', '/attention')).body.data;
  await vi.waitFor(
    async () =>
      expect(await seen()).toMatchObject([
        { work: 'round', subject: 'forgetting idempotency keys', reason: 'Error: disk full' },
        // They are in the same table.
        { work: 'round', subject: 'forgetting refused requests', reason: 'Error: disk full' },
      ]),
    20_000,
  );
  isBroken = false;
  await vi.waitFor(async () => expect(await seen()).toEqual([]), 20_000);
  await upkeep.stop();
  await it.close();
});

test.runIf(process.env.ENGINE === 'pglite')(
  'a checkpoint and a vacuum that keep failing are seen by the operator until they succeed',
  async () => {
    const it = await openTestServer();
    const { query } = it.database;
    const role = await prepareRole(it.database);
    await query(`REVOKE pg_checkpoint FROM ${role}`);
    await query(`SET ROLE ${role}`);
    const upkeep = it.database.upkeep.map((each) => ({ ...each, every: 5 }));
    const log = pino({ level: 'silent' });
    const rounds = keepRounds(
      { ...it, audit: async () => {}, sendNotices: async () => {} },
      { database: { ...it.database, upkeep }, isDemo: false, demoChain: null, log },
    );
    const seen = async () => (await it.operator('GET', '/attention')).body.data;
    await vi.waitFor(
      async () =>
        expect(await seen()).toMatchObject([
          {
            work: 'round',
            subject: 'the database’s checkpoint',
            reason: expect.stringContaining('permission denied'),
          },
        ]),
      20_000,
    );
    await query('SET ROLE NONE');
    await vi.waitFor(async () => expect(await seen()).toEqual([]), 20_000);
    await rounds.stop();
    await it.close();
  },
);

test.skipIf(!hasEngine())(
  'emails that keep failing are seen by the operator until one goes out',
  async () => {
    let isBroken = true;
    const send = async () => {
      if (isBroken) throw Object.assign(new Error('454 for somebody@example.org'), { code: 'ECONNECTION' });
    };
    const it = await openTestServer({ mailer: { send }, demandsConfirmation: true });
    const registerOne = async () => {
      await it.post('/auth/register', await filledIn(it));
      await it.rest();
    };
    const seen = async () => (await it.operator('GET', '/attention')).body.data;
    for (let times = 0; times < 2; times += 1) await registerOne();
    expect(await seen()).toEqual([]);
    await registerOne();
    expect(await seen()).toMatchObject([
      { work: 'email', subject: 'sending', attempts: 3, reason: 'ECONNECTION' },
    ]);
    isBroken = false;
    await registerOne();
    expect(await seen()).toEqual([]);
    await it.close();
  },
);
