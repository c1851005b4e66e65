import { expect, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import type { Moment } from '../../support/endingDatabase.ts';
import type { Followed } from '../../support/endingDeposits.ts';
import { confirmations, linesOf, openFollowing, placeOf } from '../../support/following.ts';
import { lastingDatabase } from '../../support/lastingDatabase.ts';
import { balance } from '../../support/payments.ts';
import { runProgram } from '../../support/program.ts';
import { register } from '../../support/server.ts';

const chain = testChain();

/** When the process is killed, and whether what it credited is in the database then. */
const moments: readonly (readonly [Moment, boolean])[] = [
  ['before', false],
  ['written', false],
  ['committed', true],
];

test.skipIf(!hasEngine())(
  'a server that is killed around its write into the ledger has credited every deposit once',
  async () => {
    const { place, open } = await lastingDatabase();
    const { url, chainId, contracts } = chain.it;
    const followed: Followed = { url, chainId, contracts };
    let database = await open();
    await migrate(database);
    let it = await openFollowing(chain.it, { database });
    const people = [await register(it), await register(it)];
    const credits = async () => {
      const [row] = await database.query<{ count: number; amount: string }>(
        "SELECT count(*)::int AS count, coalesce(sum(amount), 0)::text AS amount FROM ledger_transfers WHERE kind = 'deposit'",
      );
      return row;
    };
    /** What is in the ledger of so many moments, with three deposits of 5 USDT to each of the two people. */
    const after = (times: number) => ({ count: times * 6, amount: String(times * 30_000_000) });

    for (const [index, [moment, isKept]] of moments.entries()) {
      for (const person of people) {
        const to = await placeOf(it, person);
        for (let sent = 0; sent < 3; sent += 1) await chain.it.transfer('USDT', to, 5_000_000n);
      }
      await chain.it.mine();
      await it.settle();
      await chain.it.mine(confirmations - 1);
      expect(await credits()).toEqual(after(index));
      await database.close();
      const ended = await runProgram('endingDeposits', [place, JSON.stringify(followed), moment]);
      expect(ended).toEqual([null, 'SIGKILL']);

      database = await open();
      expect(await credits()).toEqual(after(isKept ? index + 1 : index));
      it = await openFollowing(chain.it, { database });
      await it.settle();
      expect(await credits()).toEqual(after(index + 1));
    }
    const total = String(moments.length * 15);
    for (const person of people) {
      expect(await balance(it, person)).toEqual({ total, available: total, pending: '0' });
      const lines = await linesOf(it, person);
      expect(lines).toHaveLength(moments.length * 3);
      expect(new Set(lines.map(({ status }: { status: string }) => status))).toEqual(new Set(['completed']));
    }
    expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
    await database.close();
  },
  240_000,
);
