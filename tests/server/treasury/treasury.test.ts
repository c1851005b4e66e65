import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  numberToHex,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { gasAddressOf } from '../../../server/addresses/derivation.ts';
import { testChain } from '../../support/chain.ts';
import { runOperator } from '../../support/command.ts';
import { hasEngine } from '../../support/database.ts';
import { deployFeed } from '../../support/feeds.ts';
import { placeOf } from '../../support/following.ts';
import { balance, fund, outside } from '../../support/payments.ts';
import { openRpcProxy } from '../../support/rpcProxy.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { link, list } from '../../support/tokens.ts';
import { coldAddress, openCustody, operate, ownerAccount, ownerKey, rounds } from '../../support/treasury.ts';
import { confirmations, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
const usdt = (whole: number) => BigInt(Math.round(whole * 1_000_000));
const hot = () => chain.it.accounts.hotWallet.address;

async function statement(it: TestServer) {
  const { body } = await it.operator('GET', '/treasury');
  const [token] = body.data.tokens.filter(({ symbol }: { symbol: string }) => symbol === 'USDT');
  return token;
}

const nothing = {
  symbol: 'USDT',
  is_read: true,
  deposit_addresses: '0',
  hot_wallet: '0',
  cold_address: '0',
  gas_address: '0',
  arriving: '0',
  leaving: '0',
  owed: '0',
  fees: '0',
  exchanged: '0',
  float: '0',
  difference: '0',
  unexplained: [],
};

describe.skipIf(!hasEngine())('the treasury', () => {
  let it: TestServer;
  let undo: () => Promise<void>;
  beforeAll(async () => {
    undo = await chain.it.snapshot();
    await chain.it.transfer('USDT', hot(), usdt(1_000));
    await chain.it.mine();
    it = await openCustody(chain.it);
  });
  afterAll(async () => {
    await it.close();
    await undo();
  });

  test('what lay in the hot wallet at the start is the float’s', async () => {
    expect(await statement(it)).toEqual({ ...nothing, hot_wallet: '1000', float: '1000' });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  });

  test('a deposit is seen before it is credited, and owed afterwards', async () => {
    const person = await register(it);
    await chain.it.transfer('USDT', await placeOf(it, person), usdt(100));
    await rounds(it, chain.it, 1);
    const seen = { ...nothing, hot_wallet: '1000', float: '1000', deposit_addresses: '100' };
    expect(await statement(it)).toEqual({ ...seen, arriving: '100' });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
    await rounds(it, chain.it, confirmations);
    expect(await balance(it, person)).toMatchObject({ available: '100' });
    expect(await statement(it)).toEqual({ ...seen, owed: '100' });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });

    await withdraw(it, person, '50', outside);
    await it.settle();
    expect(await statement(it)).toMatchObject({ leaving: '50', hot_wallet: '1000', difference: '0' });
    await rounds(it, chain.it, 1);
    expect(await statement(it)).toMatchObject({ leaving: '50', hot_wallet: '950', difference: '0' });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
    await rounds(it, chain.it, confirmations);
    expect(await statement(it)).toEqual({
      ...seen,
      ...{ hot_wallet: '950', owed: '48.75', fees: '1.25', leaving: '0' },
    });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  });

  test('dust, and what somebody sends to the hot wallet or the cold address, is float by itself', async () => {
    const person = await register(it);
    const { float } = await statement(it);
    await chain.it.transfer('USDT', await placeOf(it, person), usdt(0.5));
    await chain.it.transfer('USDT', hot(), usdt(7));
    await chain.it.transfer('USDT', coldAddress, usdt(3));
    await rounds(it, chain.it, 1);
    expect(await statement(it)).toMatchObject({ arriving: '10.5', float, difference: '0' });
    await rounds(it, chain.it, confirmations);
    const booked = { arriving: '0', cold_address: '3', float: '1010.5', difference: '0' };
    expect(await statement(it)).toMatchObject(booked);
    const reasons = await it.database.query(
      "SELECT reason, amount::text FROM treasury_bookings WHERE token = 'USDT' ORDER BY treasury_bookings.amount",
    );
    expect(reasons).toEqual([
      { reason: 'dust', amount: '500000' },
      { reason: 'refill', amount: '3000000' },
      { reason: 'refill', amount: '7000000' },
      { reason: 'opening', amount: '1000000000' },
    ]);
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  });

  test('what an operator credits by hand comes out of the float', async () => {
    const { float, owed } = await statement(it);
    const person = await register(it);
    await fund(it, person, 'USDT', '20');
    expect(await statement(it)).toMatchObject({
      float: String(Number(float) - 20),
      owed: String(Number(owed) + 20),
      difference: '0',
    });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  });

  test('tokens that somebody moves from a deposit address are named, stop what leaves, and are the float’s loss', async () => {
    const person = await register(it);
    const place = await placeOf(it, person);
    await chain.it.transfer('USDT', place, usdt(40));
    await rounds(it, chain.it, confirmations + 1);
    const { float } = await statement(it);

    const [row] = await it.database.query<{ number: number }>('SELECT used - 1 AS number FROM deposit_keys');
    const thief = privateKeyToAccount(ownerKey(`0/${row?.number}`));
    expect(thief.address).toBe(place);
    await chain.it.client.setBalance({ address: place, value: parseEther('1') });
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [outside, usdt(15)] });
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
    const serializedTransaction = await thief.signTransaction({
      ...{
        type: 'eip1559',
        chainId: chain.it.chainId,
        nonce: 0,
        to: chain.it.contracts.USDT,
        data,
        gas: 100_000n,
      },
      ...fees,
    });
    const hash = await chain.it.client.sendRawTransaction({ serializedTransaction });
    await rounds(it, chain.it, 1);
    const sentence = `15 USDT left ${place} in transaction ${hash}, which is no withdrawal and no sweep (treasury accept)`;
    const first = await operate(it, ['audit']);
    expect(first).toMatchObject({
      code: 1,
      complained: [sentence, expect.stringMatching(/^Nothing leaves now/)],
    });
    expect(await operate(it, ['treasury', 'accept', hash, '--note', 'too early'])).toEqual({
      ...{ code: 1, printed: [] },
      complained: ['It is not booked yet: accept it when it has its CONFIRMATIONS. Nothing was accepted.'],
    });
    await rounds(it, chain.it, confirmations);
    const told = await statement(it);
    expect(told).toMatchObject({
      float: String(Number(float) - 15),
      difference: '0',
      unexplained: [{ amount: '15', address: place, tx_hash: hash }],
    });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 1 });
    expect((await operate(it, ['treasury'])).printed).toContain(
      `  UNEXPLAINED: 15 USDT left ${place} in transaction ${hash}`,
    );

    expect(await operate(it, ['treasury', 'accept', hash, '--note', 'the owner moved them'])).toEqual({
      code: 0,
      printed: [`Accepted: 1 transfer of ${hash}.`],
      complained: [],
    });
    expect(await operate(it, ['treasury', 'accept', hash, '--note', 'again'])).toMatchObject({ code: 1 });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  });

  test('what no event tells is missing or beyond the books, and can be booked by hand', async () => {
    // The slot of the hot wallet's balance in OpenZeppelin's ERC-20 is written behind the contract's back.
    const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [hot(), 0n]));
    const { hot_wallet: had } = await statement(it);
    const write = async (whole: number) => {
      const value = numberToHex(usdt(whole), { size: 32 });
      await chain.it.client.setStorageAt({ address: chain.it.contracts.USDT, index, value });
      await rounds(it, chain.it, 1);
    };
    await write(Number(had) - 4);
    const { complained, code } = await operate(it, ['audit']);
    expect(code).toBe(1);
    expect(complained[0]).toMatch(
      /^4 USDT are missing: eip155:31337 holds \d+(\.\d+)? USDT at block \d+, the books say/,
    );
    const book = (amount: string) =>
      operate(it, ['treasury', 'book', '--token', 'USDT', `--amount=${amount}`, '--note', 'a test']);
    expect(await book('-4')).toMatchObject({ code: 0, printed: ['The float has changed by -4 USDT.'] });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0 });
    await write(Number(had) + 1);
    expect(await statement(it)).toMatchObject({ difference: '5' });
    expect(await operate(it, ['audit'])).toMatchObject({ code: 0 });
    expect(await book('5')).toMatchObject({ code: 0 });
    expect(await statement(it)).toMatchObject({ difference: '0' });
  });

  test('a booking by hand whose answer was lost can be repeated with its id and happens once', async () => {
    const { float } = await statement(it);
    const line = ['treasury', 'book', '--token', 'USDT', '--amount', '2', '--note', 'a test'];
    const lost = await runOperator(it, line, {
      fetch: async (request) => {
        await it.operate(request);
        throw new TypeError('fetch failed');
      },
    });
    const id = /--id ([\da-f-]{36})/.exec(lost.complained[0] ?? '')?.[1] ?? '';
    expect(await operate(it, [...line, '--id', id])).toEqual({
      ...{ code: 0, complained: [] },
      printed: ['The float has changed by 2 USDT.'],
    });
    expect(await statement(it)).toMatchObject({ float: String(Number(float) + 2) });
    const refused = { code: 1, printed: [], complained: ['This --id was used for something else.'] };
    const other = ['treasury', 'book', '--token', 'USDT', '--amount=-2', '--note', 'a test'];
    expect(await operate(it, [...other, '--id', id])).toEqual(refused);
    const [deposit] = await it.database.query<{ id: string }>(
      "SELECT id FROM ledger_transfers WHERE kind = 'deposit' LIMIT 1",
    );
    expect(await operate(it, [...line, '--id', deposit?.id ?? ''])).toEqual(refused);
    expect(await operate(it, other)).toMatchObject({ code: 0 });
    expect(await statement(it)).toMatchObject({ float });
  });

  test('the coins of the hot wallet are told with how many withdrawals they are enough for', async () => {
    const { body } = await it.operator('GET', '/treasury');
    const coin = body.data.coins.find(({ kind }: { kind: string }) => kind === 'hot');
    expect(coin).toMatchObject({ address: hot() });
    expect(Number(coin.amount)).toBeGreaterThan(9_000);
    expect(body.data.payments).toBeGreaterThan(1_000);
    const { printed } = await operate(it, ['treasury', '--json']);
    expect(JSON.parse(printed.join('\n'))).toEqual(body.data);
  });
});

test.skipIf(!hasEngine()).each([
  ['to somebody', () => privateKeyToAccount(generatePrivateKey()).address, 1],
  ['to the cold address', () => coldAddress, 0],
])('a withdrawal made elsewhere, %s, is taken from its payer alone', async (_, recipient, unexplained) => {
  const restore = await chain.it.snapshot();
  await chain.it.transfer('USDT', hot(), usdt(1_000));
  await chain.it.mine();
  // One node alone is believed of no number that was used elsewhere.
  const it = await openCustody(chain.it, { rpcUrls: [chain.it.url, chain.it.url] });
  onTestFinished(async () => {
    await it.close();
    await chain.it.dropMempool();
    await restore();
  });
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const { float } = await statement(it);
  const to = recipient();
  const id = await withdraw(it, person, '10', to);
  await it.settle();
  await chain.it.dropMempool();
  const { hotWallet } = chain.it.accounts;
  const serializedTransaction = await hotWallet.signTransaction({
    ...{ type: 'eip1559', chainId: chain.it.chainId, to: chain.it.contracts.USDT, gas: 100_000n },
    ...{ maxFeePerGas: 90_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
    nonce: await chain.it.client.getTransactionCount({ address: hot() }),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, usdt(10)] }),
  });
  const hash = await chain.it.client.sendRawTransaction({ serializedTransaction });
  await rounds(it, chain.it, confirmations + 1);
  const before = await statement(it);
  expect(before.unexplained).toHaveLength(unexplained);
  expect(before).toMatchObject({ float: String(Number(float) - 10 * unexplained), difference: '0' });

  const { body } = await it.operator('POST', '/payments/renumber', { id, tx_hash: hash });
  expect(body.data).toEqual({ id, outcome: 'paid' });
  const after = { float: String(Number(before.float) + 10), difference: '0', unexplained: [] };
  expect(await statement(it)).toMatchObject({ ...after, leaving: '10' });
  await rounds(it, chain.it, confirmations + 1);
  expect(await statement(it)).toMatchObject({ ...after, leaving: '0', owed: '88.75', fees: '1.25' });
  expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  expect(await operate(it, ['treasury', 'accept', hash, '--note', 'a test'])).toMatchObject({ code: 1 });
});

test.skipIf(!hasEngine())(
  'a chain that cannot be asked is told in one sentence, and stops nothing',
  async () => {
    const it = await openCustody(chain.it);
    const { database } = it;
    const offline = await openCustody(chain.it, {
      database,
      rpcUrls: ['http://127.0.0.1:9'],
      isOffline: true,
    });
    const reason = 'node 1 of RPC_URL: fetch failed';
    expect(await operate(offline, ['treasury'])).toEqual({
      ...{ code: 1, printed: [] },
      complained: [`The chain cannot be asked (${reason}): nothing was read.`],
    });
    const audit = await operate(offline, ['audit']);
    expect(audit).toMatchObject({
      code: 1,
      complained: [`The books were not compared with the chain: eip155:31337 cannot be asked: ${reason}.`],
    });
    expect(audit.printed[0]).toMatch(/^Clean: /);
    expect((await offline.operator('POST', '/withdrawals/enable', { token: '*' })).body.data.stops).toEqual(
      [],
    );
    await it.close();
  },
);

test.skipIf(!hasEngine())(
  'a token whose contract tells no balances is left out, and holds up no other',
  async () => {
    const restore = await chain.it.snapshot();
    const it = await openCustody(chain.it, { isOffline: true });
    onTestFinished(async () => {
      await it.close();
      await restore();
    });
    // A price feed has decimals as a token does, and no balances.
    const { address: contract } = await deployFeed(chain.it, link.decimals);
    const symbol = await list(it, { ...link, contract });
    await chain.it.transfer('USDT', hot(), usdt(1_000));
    await chain.it.client.setBalance({
      address: getAddress(gasAddressOf(ownerAccount.publicExtendedKey)),
      value: parseEther('1'),
    });
    await rounds(it, chain.it, 1);
    expect(await statement(it)).toEqual({ ...nothing, hot_wallet: '1000', float: '1000' });
    const unread = { symbol, is_read: false, hot_wallet: '0', float: '0', difference: null };
    expect((await it.operator('GET', '/treasury')).body.data.tokens).toContainEqual(
      expect.objectContaining(unread),
    );
    expect((await operate(it, ['treasury'])).printed).toEqual(
      expect.arrayContaining([
        '  where: its balances cannot be read',
        '  not compared: the contract does not tell balances, or the nodes do not agree on them',
      ]),
    );

    await chain.it.transfer('USDT', await placeOf(it, await register(it)), usdt(100));
    await rounds(it, chain.it, confirmations + 1);
    const exported = await operate(it, ['sweep', 'export', 'sweep.json']);
    expect(exported).toMatchObject({ code: 0, complained: [] });
    expect(exported.printed).toContain(`The balances of ${symbol} cannot be read.`);

    // The slot of the hot wallet's balance, as above: the contract itself tells of nothing that left.
    const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [hot(), 0n]));
    const value = numberToHex(usdt(996), { size: 32 });
    await chain.it.client.setStorageAt({ address: chain.it.contracts.USDT, index, value });
    await rounds(it, chain.it, 1);
    const { code, complained } = await operate(it, ['audit']);
    expect([code, complained]).toEqual([
      1,
      [
        expect.stringMatching(/^4 USDT are missing: /),
        expect.stringMatching(/^Nothing leaves now/),
        `Not all books were compared with the chain: the balances of ${symbol} cannot be read: the contract does not tell them, or the nodes of RPC_URL do not agree.`,
      ],
    ]);
  },
);

test.skipIf(!hasEngine())(
  'where gas costs nothing it is not told for how many withdrawals the coins are enough',
  async () => {
    const restore = await chain.it.snapshot();
    const proxy = await openRpcProxy(chain.it.url);
    const it = await openCustody(chain.it, { rpcUrls: [proxy.url] });
    onTestFinished(async () => {
      await it.close();
      await proxy.close();
      await restore();
    });
    const payments = async () => {
      const { status, body } = await it.operator('GET', '/treasury');
      return { status, payments: body.data?.payments };
    };
    expect(await payments()).toEqual({ status: 200, payments: expect.any(Number) });
    proxy.tamper = async ({ method }, ask) => {
      const answer = await ask();
      if (method === 'eth_maxPriorityFeePerGas') return { result: '0x0' };
      const isBlock = method === 'eth_getBlockByNumber' && answer !== null;
      return { result: isBlock ? { ...Object(answer), baseFeePerGas: '0x0' } : answer };
    };
    expect(await payments()).toEqual({ status: 200, payments: null });
  },
);

test.skipIf(!hasEngine())('without a chain there is no treasury, and the audit is the ledger’s', async () => {
  const it = await openTestServer();
  expect(await operate(it, ['treasury'])).toMatchObject({ code: 1, printed: [] });
  expect((await operate(it, ['audit'])).printed).toHaveLength(2);
  await it.close();
});
