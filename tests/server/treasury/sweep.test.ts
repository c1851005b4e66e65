import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, erc20Abi, getAddress, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mostInSweep, type SweepFile } from '../../../contract/sweeps.ts';
import { main as signMain, signSweep } from '../../../scripts/signSweep.ts';
import { gasAddressOf } from '../../../server/addresses/derivation.ts';
import { openRpc } from '../../../server/settlement/evm/rpc.ts';
import { planSweep } from '../../../server/treasury/sweepExport.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { attentionOf, placeOf } from '../../support/following.ts';
import { register, type TestServer } from '../../support/server.ts';
import {
  coldAddress,
  openCustody,
  operate,
  ownerAccount,
  ownerKey,
  ownerMnemonic,
  rounds,
  spendNonce,
} from '../../support/treasury.ts';
import { confirmations } from '../../support/withdrawals.ts';

const chain = testChain();
const usdt = (whole: number) => BigInt(whole * 1_000_000);
const hot = () => chain.it.accounts.hotWallet.address;
const gasAddress = getAddress(gasAddressOf(ownerAccount.publicExtendedKey));

const has = (address: Address, token: 'USDT' | 'ZST' = 'USDT') =>
  chain.it.client.readContract({
    ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts[token], args: [address] },
  });

/** Lets somebody deposit an amount of USDT, credited. */
async function deposited(it: TestServer, whole: number): Promise<Address> {
  const place = await placeOf(it, await register(it));
  await chain.it.transfer('USDT', place, usdt(whole));
  await rounds(it, chain.it, confirmations + 1);
  return place;
}

async function exported(it: TestServer, ...options: string[]) {
  const files = new Map<string, string>();
  const told = await operate(it, ['sweep', 'export', 'sweep.json', ...options], files);
  const file: SweepFile = JSON.parse(files.get('sweep.json') ?? 'null');
  return { told, file };
}

function send(it: TestServer, file: SweepFile) {
  return operate(it, ['sweep', 'send', 'signed.json'], new Map([['signed.json', JSON.stringify(file)]]));
}

async function sweeps(it: TestServer) {
  return (await it.operator('GET', '/sweeps')).body.data;
}

const isClean = async (it: TestServer) => {
  expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
};

describe.skipIf(!hasEngine())('a sweep', () => {
  let it: TestServer;
  let undo: () => Promise<void>;
  beforeEach(async () => {
    undo = await chain.it.snapshot();
    await chain.it.client.setBalance({ address: gasAddress, value: parseEther('1') });
    it = await openCustody(chain.it);
  });
  afterEach(async () => {
    await it.close();
    await undo();
  });

  test('is exported, signed where the key is, sent, followed and booked', async () => {
    const [one, other] = [await deposited(it, 100), await deposited(it, 30)];
    await chain.it.client.setBalance({ address: other, value: parseEther('1') });
    const { told, file } = await exported(it);
    expect(told).toMatchObject({ code: 0, complained: [] });
    expect(told.printed[0]).toMatch(
      new RegExp(
        `^Sweep ${file.sweep}: 130 USDT to ${hot()} in 3 transactions, for 0\\.\\d+ coins of gas at most\\.$`,
      ),
    );
    expect(file).toMatchObject({ format: 'zesto-sweep', version: 1, chain_id: 31_337, recipient: hot() });
    expect(
      file.transactions.map(({ path, from, token, amount, recipient }) => [
        path,
        from,
        token,
        amount,
        recipient,
      ]),
    ).toEqual([
      ['1/0', gasAddress, null, expect.any(String), one],
      ['0/0', one, 'USDT', '100', hot()],
      ['0/1', other, 'USDT', '30', hot()],
    ]);
    expect(await sweeps(it)).toMatchObject([{ status: 'exported', transactions: 3, confirmed: 0 }]);

    const signed = await signSweep(file, ownerAccount, hot());
    expect(await send(it, signed)).toMatchObject({ code: 0, complained: [] });
    await rounds(it, chain.it, 1);
    expect(await has(one)).toBe(usdt(100));
    await isClean(it);
    await rounds(it, chain.it, 2);
    expect([await has(one), await has(other), await has(hot())]).toEqual([0n, 0n, usdt(130)]);
    await isClean(it);
    expect((await exported(it)).told).toMatchObject({
      code: 1,
      complained: [
        `Sweep ${file.sweep} is on its way: wait until it is over (sweep list). Nothing was exported, sent or ended.`,
      ],
    });
    await rounds(it, chain.it, confirmations);
    const [sweep] = await sweeps(it);
    expect(sweep).toMatchObject({ status: 'done', confirmed: 3, failed: 0 });
    expect(Number(sweep.gas_paid)).toBeGreaterThan(0);
    await isClean(it);
    const { body } = await it.operator('GET', '/treasury');
    expect(body.data.tokens.find(({ symbol }: { symbol: string }) => symbol === 'USDT')).toMatchObject({
      ...{
        deposit_addresses: '0',
        hot_wallet: '130',
        owed: '130',
        float: '0',
        difference: '0',
        unexplained: [],
      },
    });
    expect(await send(it, signed)).toMatchObject({ code: 0 });
    expect((await exported(it)).told).toMatchObject({
      code: 1,
      complained: ['There is nothing to sweep. Nothing was exported, sent or ended.'],
    });
  });

  test('takes what the operator chose to the cold address, and leaves what is not counted on yet', async () => {
    const place = await deposited(it, 50);
    const small = await deposited(it, 5);
    await chain.it.transfer('USDT', place, usdt(7));
    await rounds(it, chain.it, 1);
    expect((await exported(it, '--to', '0x000000000000000000000000000000000000dEaD')).told).toMatchObject({
      code: 1,
    });
    expect((await exported(it, '--token', 'ZST')).told).toMatchObject({ code: 1 });
    const { file } = await exported(it, '--to', 'cold', '--least', '10');
    await send(it, await signSweep(file, ownerAccount, coldAddress));
    await rounds(it, chain.it, confirmations + 2);
    expect([await has(place), await has(small), await has(coldAddress)]).toEqual([
      usdt(7),
      usdt(5),
      usdt(50),
    ]);
    expect(await sweeps(it)).toMatchObject([{ status: 'done', recipient: coldAddress }]);
    await isClean(it);
  });

  test('the least amount has the decimals of the token that is swept, whichever others are listed', async () => {
    const place = await deposited(it, 60);
    const listed = await it.operator('POST', '/tokens', {
      ...{ ticker: 'BIT', name: 'Bit', issuer: null, decimals: 0, minimum: '1', fee: '1', maximum: '1000' },
      contract: '0x0000000000000000000000000000000000c0ffee',
    });
    expect(listed.status).toBe(201);
    const { told, file } = await exported(it, '--token', 'USDT', '--least', '2.50');
    expect(told).toMatchObject({ code: 0, complained: [] });
    expect(file.transactions.at(-1)).toMatchObject({ from: place, token: 'USDT', amount: '60' });
    expect((await exported(it, '--least', '2.50')).told).toMatchObject({
      code: 1,
      complained: [expect.stringContaining('(--least: too many decimals)')],
    });
  });

  test('an export that is not sent is replaced by the next, and its file is refused by name', async () => {
    await deposited(it, 20);
    const first = await exported(it);
    const second = await exported(it);
    expect(await send(it, await signSweep(first.file, ownerAccount, hot()))).toMatchObject({
      code: 1,
      complained: [
        `Sweep ${first.file.sweep} was exported anew: sign the newest file. Nothing was exported, sent or ended.`,
      ],
    });
    expect(await sweeps(it)).toMatchObject([{ status: 'exported' }, { status: 'replaced' }]);
    expect(await send(it, await signSweep(second.file, ownerAccount, hot()))).toMatchObject({ code: 0 });
  });

  test('a file that was tampered with is refused by name, and nothing of it is sent', async () => {
    await deposited(it, 20);
    const { file } = await exported(it);
    const signed = await signSweep(file, ownerAccount, hot());
    const [topUp, moved] = signed.transactions;
    if (!topUp || !moved) throw new Error('the file lacks a transaction');
    const thief = privateKeyToAccount(ownerKey('0/7'));
    const evil = { ...moved, recipient: thief.address };
    const resigned = async (changes: Partial<typeof moved>, key = ownerKey('0/0')) => {
      const each = { ...moved, ...changes };
      return privateKeyToAccount(key).signTransaction({
        ...{ type: 'eip1559', chainId: file.chain_id, nonce: each.nonce, to: getAddress(each.to) },
        ...{ value: BigInt(each.value), data: `0x${each.data.slice(2)}` as const, gas: BigInt(each.gas) },
        maxFeePerGas: BigInt(each.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(each.max_priority_fee_per_gas),
      });
    };
    const toThief = moved.data.replace(hot().slice(2).toLowerCase(), thief.address.slice(2).toLowerCase());
    const cases: [SweepFile, string][] = [
      [file, 'Transaction 1 of the file is not signed.'],
      [
        { ...signed, recipient: thief.address },
        'The file is not the one that was exported: recipient differs.',
      ],
      [{ ...signed, transactions: [moved] }, 'The file has 1 transactions, 2 were exported.'],
      [
        { ...signed, transactions: [topUp, evil] },
        'Transaction 2 of the file is not the one that was exported: recipient differs.',
      ],
      [
        { ...signed, transactions: [topUp, { ...moved, signed: await resigned({ data: toThief }) }] },
        'Transaction 2 of the file was signed with another data.',
      ],
      [
        { ...signed, transactions: [topUp, { ...moved, signed: await resigned({ nonce: 9 }) }] },
        'Transaction 2 of the file was signed with another nonce.',
      ],
      [
        { ...signed, transactions: [topUp, { ...moved, signed: await resigned({}, ownerKey('0/7')) }] },
        `Transaction 2 of the file was not signed by ${moved.from}.`,
      ],
      [
        { ...signed, transactions: [topUp, { ...moved, signed: '0x02' }] },
        'Transaction 2 of the file was signed with another type.',
      ],
      [{ ...signed, sweep: 999 }, 'No sweep 999 was exported here.'],
    ];
    for (const [given, sentence] of cases) {
      expect(await send(it, given)).toEqual({
        ...{ code: 1, printed: [] },
        complained: [`${sentence} Nothing was exported, sent or ended.`],
      });
    }
    expect(
      await operate(it, ['sweep', 'send', 'x'], new Map([['x', '{"format":"zesto-sweep"}']])),
    ).toMatchObject({
      complained: ['x is no file of a sweep of this version.'],
    });
    await rounds(it, chain.it, 2);
    expect(await sweeps(it)).toMatchObject([{ status: 'exported' }]);
    expect(await it.database.query('SELECT 1 FROM sweep_transactions WHERE raw IS NOT NULL')).toEqual([]);
  });

  test('is mined again after a reorganisation, and a dropped mempool is told it again', async () => {
    const place = await deposited(it, 60);
    const { file } = await exported(it);
    await send(it, await signSweep(file, ownerAccount, hot()));
    await it.settle();
    await chain.it.dropMempool();
    await rounds(it, chain.it, 4);
    expect(await has(place)).toBe(0n);
    await chain.it.reorg(2);
    expect(await has(place)).toBe(usdt(60));
    await rounds(it, chain.it, 1);
    await isClean(it);
    await rounds(it, chain.it, confirmations + 3);
    expect(await has(place)).toBe(0n);
    expect(await sweeps(it)).toMatchObject([{ status: 'done', confirmed: 2, failed: 0 }]);
    await isClean(it);
  });

  test('whose coins for gas were displaced says so, and goes on when the address is given some', async () => {
    const place = await deposited(it, 60);
    const { file } = await exported(it);
    await spendNonce(chain.it, 0);
    await rounds(it, chain.it, 1);
    expect(await send(it, await signSweep(file, ownerAccount, hot()))).toMatchObject({ code: 0 });
    await rounds(it, chain.it, confirmations + 2);
    expect(await sweeps(it)).toMatchObject([{ status: 'sent', confirmed: 1, failed: 1 }]);
    const short = `${place} has too few coins for it, and nothing of this sweep brings it any`;
    expect(await attentionOf(it)).toMatchObject([
      { reason: expect.stringContaining(`Transaction 2 waits: ${short}: send it 0.`) },
    ]);
    await chain.it.client.setBalance({ address: place, value: parseEther('1') });
    await rounds(it, chain.it, confirmations + 3);
    expect(await has(place)).toBe(0n);
    expect(await sweeps(it)).toMatchObject([{ status: 'done', confirmed: 2, failed: 1 }]);
    expect(await attentionOf(it)).toEqual([]);
  });

  test('without coins for gas it is refused with what is missing', async () => {
    await deposited(it, 60);
    await chain.it.client.setBalance({ address: gasAddress, value: 1n });
    const { told } = await exported(it);
    expect(told.code).toBe(1);
    expect(told.complained[0]).toMatch(
      new RegExp(
        `^The gas address ${gasAddress} has 0\\.000000000000000001 coins, and this sweep may need 0\\.\\d+: pay it coins`,
      ),
    );
  });

  test('an address from before its number was kept is swept too', async () => {
    const place = await deposited(it, 60);
    await it.database.query('UPDATE deposit_addresses SET xpub = NULL, key_number = NULL');
    const { file } = await exported(it);
    expect(file.transactions.at(-1)).toMatchObject({ path: '0/0', from: place });
  });

  test('addresses of another key take no places of ours, however many there are', async () => {
    const place = await deposited(it, 60);
    const { query } = it.database;
    const foreign = await query<{ address: string }>(
      `INSERT INTO deposit_addresses (address, user_id, token, created_at, xpub, key_number, is_current)
      SELECT '0x' || lpad(n::text, 40, '0'), user_id, token, created_at, 'key ' || n, 0, false
      FROM deposit_addresses, generate_series(1, $2::int) AS n WHERE address = $1 RETURNING address`,
      [place, mostInSweep],
    );
    const rpc = openRpc({ rpcUrls: [chain.it.url], chainId: chain.it.chainId });
    const xpub = ownerAccount.publicExtendedKey;
    const held = { token: 'USDT', contract: chain.it.contracts.USDT, amount: usdt(60) };
    const wanted = [...foreign, { address: place }].map(({ address }) => ({ ...held, address }));
    const plan = await planSweep({ rpc, query, xpub, maxFee: 500_000_000_000n }, wanted, hot());
    expect(plan).toMatchObject({
      ok: true,
      value: {
        transactions: [
          { path: '1/0', recipient: place },
          { path: '0/0', sender: place, amount: usdt(60) },
        ],
        leftOut: [`${mostInSweep} addresses are of another DEPOSIT_XPUB.`],
      },
    });
  });

  test('the signer takes words or a key from a file, and signs nothing that goes elsewhere', async () => {
    await deposited(it, 20);
    const { file } = await exported(it);
    const folder = await mkdtemp(join(tmpdir(), 'zesto-sweep-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const at = (name: string) => join(folder, name);
    await writeFile(at('sweep.json'), JSON.stringify(file));
    await writeFile(at('words'), `${ownerMnemonic}\n`);
    await writeFile(at('xprv'), `${ownerAccount.privateExtendedKey}\n`);
    await writeFile(at('foreign'), 'test test test test test test test test test test test junk\n');
    const said: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
    vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)));
    onTestFinished(() => void vi.restoreAllMocks());
    const sign = (to: string, from: string, key: string, out: string) =>
      signMain([at('sweep.json'), '--to', to, from, at(key), '--out', at(out)]);
    expect(await sign(coldAddress, '--mnemonic-file', 'words', 'no')).toBe(1);
    expect(said.at(-1)).toContain(`not to ${coldAddress}`);
    expect(await sign(hot(), '--mnemonic-file', 'foreign', 'no')).toBe(1);
    expect(said.at(-1)).toMatch(/is not an address of this key\.$/);
    expect(await sign(hot(), '--xprv-file', 'words', 'no')).toBe(1);
    expect(said.at(-1)).toMatch(/holds no extended private key\.$/);
    expect(await signMain([at('sweep.json'), '--to', hot()])).toBe(1);
    expect(said.at(-1)).toMatch(/^Usage: /);
    expect(await sign(hot(), '--mnemonic-file', 'words', 'one')).toBe(0);
    expect(await sign(hot(), '--xprv-file', 'xprv', 'two')).toBe(0);
    expect(said.at(-1)).toMatch(/^Signed: 2 transactions of sweep/);
    expect(await sign(hot(), '--xprv-file', 'xprv', 'two')).toBe(1);
    const [one, two] = await Promise.all([readFile(at('one'), 'utf8'), readFile(at('two'), 'utf8')]);
    expect(one).toBe(two);
    const words = JSON.stringify({ ...file, transactions: file.transactions.slice(0, 1) });
    await writeFile(at('sweep.json'), words);
    expect(await sign(hot(), '--xprv-file', 'xprv', 'three')).toBe(1);
    expect(said.at(-1)).toMatch(/which this file does not sweep\.$/);
    expect(await send(it, JSON.parse(one))).toMatchObject({ code: 0 });
  });
});
