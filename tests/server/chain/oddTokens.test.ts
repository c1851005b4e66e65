import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import oddToken from '../../support/contracts/OddToken.json' with { type: 'json' };
import { hasEngine } from '../../support/database.ts';
import { attentionOf, confirmations, linesOf, openFollowing, placeOf } from '../../support/following.ts';
import { balance } from '../../support/payments.ts';
import { register, type TestServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';
import { link, list } from '../../support/tokens.ts';

const chain = testChain();
let it: TestServer;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = await openFollowing(chain.it);
});
afterEach(() => it?.close());

const abi = parseAbi([
  'constructor(string name, string symbol, address holder, uint256 supply)',
  'function setShare(uint256 share)',
  'function pretend(address from, address to, uint256 value)',
]);
const unit = 10n ** 18n;
const faucet = () => chain.it.accounts.faucet.address;

function deployOdd() {
  const args = ['Odd', 'ODD', faucet(), 1_000_000n * unit] as const;
  return chain.it.deploy(encodeDeployData({ abi, bytecode: `0x${oddToken.bytecode.slice(2)}`, args }));
}

async function mineAndSettle(blocks = 1) {
  for (let mined = 0; mined < blocks; mined += 1) {
    await chain.it.mine();
    await it.settle();
  }
}

test('transfers of a contract that is not listed are nobody’s deposits, whatever they call themselves', async () => {
  const unlisted = await deployOdd();
  const person = await register(it);
  const to = await placeOf(it, person);
  await chain.it.transfer(unlisted, to, 50n * unit);
  const data = encodeFunctionData({ abi, functionName: 'pretend', args: [faucet(), to, 50n * unit] });
  await chain.it.send({ to: unlisted, data });
  await chain.it.transfer('USDT', to, 4_000_000n);
  await mineAndSettle(confirmations + 1);
  expect(await linesOf(it, person)).toMatchObject([{ token: 'USDT', amount: '4', status: 'completed' }]);
  expect(await it.database.query('SELECT 1 FROM chain_transfers')).toHaveLength(1);
  expect(await attentionOf(it)).toEqual([]);
});

test('of a token that keeps a share of each transfer, what arrived is credited', async () => {
  const contract = await deployOdd();
  const symbol = await list(it, { ...link, ticker: 'ODD', contract });
  const person = await register(it);
  const data = encodeFunctionData({ abi, functionName: 'setShare', args: [100n] });
  await chain.it.send({ to: contract, data });
  await chain.it.transfer(contract, await placeOf(it, person), 50n * unit);
  await mineAndSettle(confirmations + 1);
  expect(await balance(it, person, symbol)).toEqual({ total: '49.5', available: '49.5', pending: '0' });
  expect(await linesOf(it, person)).toMatchObject([{ amount: '49.5', status: 'completed' }]);
  expect(await attentionOf(it)).toEqual([]);
});

test('a deposit that is told to be larger than what arrived is under review, and its person reads so at once', async () => {
  const contract = await deployOdd();
  const symbol = await list(it, { ...link, ticker: 'ODD', contract });
  const person = await register(it);
  const to = await placeOf(it, person);
  const pretended = encodeFunctionData({ abi, functionName: 'pretend', args: [faucet(), to, 50n * unit] });
  await chain.it.send({ to: contract, data: pretended });
  await mineAndSettle(confirmations - 1);
  const counted = { seen: confirmations - 1, needed: confirmations };
  const [line] = await linesOf(it, person);
  expect(line).toMatchObject({ status: 'processing', reason: null, confirmations: counted });

  const stream = await listenTo(it, person.token);
  await mineAndSettle();
  expect(await stream.next('transaction')).toMatchObject({ data: { id: line.id } });
  const held = { seen: confirmations, needed: confirmations };
  const review = { status: 'processing', reason: 'under_review', confirmations: held };
  expect(await linesOf(it, person)).toMatchObject([review]);
  const exported = new Request('http://localhost:3000/api/web-app/transactions/export', {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(await (await it.fetch(exported)).text()).toContain('under_review');
  await mineAndSettle(2);
  expect(await linesOf(it, person)).toMatchObject([review]);
  expect(await balance(it, person, symbol)).toEqual({ total: '50', available: '0', pending: '50' });
  await stream.leave();
});
