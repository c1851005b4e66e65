import { keccak256 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditAll } from '../../../server/audit/auditAll.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { afterTampering } from '../../support/tampering.ts';
import { chainSettlement, confirmations, fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const [to, other] = [newAddress(), newAddress()];

let it: TestServer;
let restore: (() => Promise<void>) | undefined;
/** Confirmed, and signed. */
let ids: readonly [string, string];

async function rounds(count: number) {
  for (let number = 0; number < count; number += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
}

beforeAll(async () => {
  if (!hasEngine()) return;
  restore = await chain.it.snapshot();
  const database = await openTestDatabase();
  it = await openTestServer({ database, settlement: chainSettlement(database, hotWalletOf(chain.it)) });
  const person = await register(it);
  await fill(it, chain.it, person, '60');
  const confirmed = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  const signed = await withdraw(it, person, '20', to);
  await rounds(2);
  ids = [confirmed, signed];
});
afterAll(async () => {
  await it?.close();
  await restore?.();
});

const faultsAfter = (...statements: Parameters<typeof afterTampering>[1]) =>
  afterTampering(it.database, statements, async (query) => (await auditAll(query)).faults);

const rowOf = async (id: string) => {
  const [row] = await it.database.query<{ hash: string; raw: `0x${string}` }>(
    'SELECT hash, raw FROM outgoing_transactions WHERE payment_id = $1',
    [id],
  );
  if (!row) throw new Error('nothing is signed');
  return row;
};

test('what was given to a chain and signed is clean', async () => {
  expect(await faultsAfter()).toEqual([]);
});

test.each([
  ['recipient', `'${other}'`, `20 USDT to ${to}, eip155:31337 was given 20 USDT to ${other}`],
  ['amount', '21000000', `20 USDT to ${to}, eip155:31337 was given 21 USDT to ${to}`],
])('another %s than the history tells and than was signed is found', async (column, value, words) => {
  const [, id] = ids;
  const { hash } = await rowOf(id);
  expect(
    await faultsAfter(`UPDATE outgoing_payments SET ${column} = ${value} WHERE payment_id = '${id}'`),
  ).toEqual([
    `transaction ${id} pays ${words}`,
    `what was signed for transaction ${id} as ${hash} differs from it (recipient or amount)`,
  ]);
});

test('a history that was rewritten together with what was given is found by what was signed', async () => {
  const [id] = ids;
  const { hash } = await rowOf(id);
  const faults = await faultsAfter(
    `UPDATE outgoing_payments SET recipient = '${other}' WHERE payment_id = '${id}'`,
    `UPDATE transactions SET counterparty = '${other}' WHERE id = '${id}'`,
  );
  expect(faults).toContain(
    `what was signed for transaction ${id} as ${hash} differs from it (recipient or amount)`,
  );
});

test('what another payment has signed, another number, and bytes that are none are found', async () => {
  const [first, second] = ids;
  const [one, two] = [await rowOf(first), await rowOf(second)];
  const told = (hash: string, field: string) =>
    `what was signed for transaction ${second} as ${hash} differs from it (${field})`;
  const signed = (raw: string, hash: string) =>
    [
      'UPDATE outgoing_transactions SET raw = $2, hash = $3 WHERE payment_id = $1',
      [second, raw, hash],
    ] as const;
  expect(await faultsAfter(signed(one.raw, two.hash))).toEqual([told(two.hash, 'hash')]);
  expect(await faultsAfter(signed('0xzz', two.hash))).toEqual([told(two.hash, 'hash')]);
  const otherNumber = `UPDATE outgoing_payments SET nonce = nonce + 7 WHERE payment_id = '${second}'`;
  expect(await faultsAfter(otherNumber)).toEqual([told(two.hash, 'nonce')]);
  const foreign = await privateKeyToAccount(generatePrivateKey()).signTransaction({
    ...{ type: 'eip1559', chainId: 1, to: chain.it.contracts.USDT, nonce: 1 },
    ...{ gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  });
  expect(await faultsAfter(signed(foreign, keccak256(foreign)))).toEqual([told(keccak256(foreign), 'chain')]);
});
