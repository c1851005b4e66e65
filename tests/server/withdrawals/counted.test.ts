import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Query } from '../../../server/database/db.ts';
import { endOutgoing, keepMined, keepSeen } from '../../../server/settlement/evm/outgoing.ts';
import { countedIn } from '../../../server/topics/topics.ts';
import { recordTransactions } from '../../../server/transactions/records.ts';
import type { Person } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';

const server = testServer();
const chain = 'eip155:31337';

/** Payments of each of these people that were mined in block 100. */
async function mined(people: readonly Person[], each: number): Promise<readonly string[]> {
  const { query } = server.it.database;
  const at = server.it.clock.now();
  const lines = people.flatMap(({ id: userId }) =>
    Array.from({ length: each }, () => {
      const id = randomUUID();
      const timeline = [{ status: 'processing', at }] as const;
      const what = { kind: 'withdraw', token: 'USDT', amount: 1n } as const;
      return { ...what, id, userId, operationId: id, timeline };
    }),
  );
  await recordTransactions(query, lines);
  const ids = lines.map(({ id }) => id);
  await query(
    `INSERT INTO outgoing_payments (chain, payment_id, token, recipient, amount, contract, wallet, nonce, gas, block_number,
      block_hash, tx_hash, has_succeeded)
    SELECT $1, paid.id, 'USDT', '0x', 1, '0x', $3, paid.place, 1, 100, '0x', '0x', true
    FROM unnest($2::uuid[]) WITH ORDINALITY AS paid (id, place)`,
    [chain, ids, randomUUID()],
  );
  return ids;
}

/** One block more, and how many statements it took to count its confirmation. */
async function count(head: bigint): Promise<number> {
  let statements = 0;
  await server.it.database.transaction(async (query) => {
    const counting: Query = (sql, values) => {
      statements += 1;
      return query(sql, values);
    };
    await keepSeen(counting, chain, { head, needed: 12 });
  });
  return statements;
}

test('three hundred payments gain a confirmation in two statements, and each is told once a block', async () => {
  const people = await Promise.all([register(server.it), register(server.it), register(server.it)]);
  const ids = await mined(people, 100);
  const heard: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = await server.it.database.listen((payload) => {
    const counted = payload === null ? null : countedIn(payload);
    if (counted) heard.push(`${counted.id} ${counted.seen} of ${counted.needed}`);
    if (payload === 'end') end();
  });
  expect(await count(100n)).toBe(2);
  // The same block once more, as another server counts it.
  await count(100n);
  expect(await count(101n)).toBe(2);
  await server.it.database.query("SELECT pg_notify('zesto', 'end')");
  await ended;
  expect(heard.sort()).toEqual(ids.flatMap((id) => [`${id} 1 of 12`, `${id} 2 of 12`]).sort());
  await stop();
});

test('a payment ends as it was judged, and not while another server keeps another receipt of the same block', async () => {
  const { query } = server.it.database;
  const [id = ''] = await mined([await register(server.it)], 1);
  const told = (hasSucceeded: boolean) => {
    const place = { blockNumber: 100n, blockHash: '0xb1', txHash: '0xa1' } as const;
    return [{ id, mined: { ...place, hasSucceeded, gasPaid: 1n, gasUsed: 1n } }];
  };
  const end = async (hasSucceeded: boolean) => {
    await endOutgoing(query, chain, told(hasSucceeded), server.it.clock.now());
    return query('SELECT outcome FROM outgoing_payments WHERE payment_id = $1', [id]);
  };
  await keepMined(query, chain, told(true));
  await keepMined(query, chain, told(false));
  expect(await end(true)).toEqual([{ outcome: null }]);
  await keepMined(query, chain, told(true));
  expect(await end(false)).toEqual([{ outcome: null }]);
  expect(await end(true)).toEqual([{ outcome: 'confirmed' }]);
});

test('an open page hears how many confirmations a payment of its person has, and nothing of another’s', async () => {
  const [person, other] = [await register(server.it), await register(server.it)];
  const [id] = await mined([person], 1);
  const [theirs] = await mined([other], 1);
  const mine = await listenTo(server.it, person.token);
  const stream = await listenTo(server.it, other.token);
  await count(103n);
  expect((await mine.next('confirmations')).data).toEqual({ id, seen: 4, needed: 12 });
  expect((await stream.next('confirmations')).data).toEqual({ id: theirs, seen: 4, needed: 12 });
  // Blocks that a reorganisation took away.
  await count(101n);
  expect((await mine.next('confirmations')).data).toEqual({ id, seen: 2, needed: 12 });
  await Promise.all([mine.leave(), stream.leave()]);
});
