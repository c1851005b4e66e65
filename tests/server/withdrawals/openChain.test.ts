import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak_256 } from '@noble/hashes/sha3';
import { erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { demoNetwork } from '../../../server/demo/chain/network.ts';
import { openChain } from '../../../server/settlement/evm/openChain.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { addressOf, balance } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';
import { fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
const password = 'correct horse battery staple';

function sealed(key: string) {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const derived = pbkdf2Sync(password, salt, 1_000, 32, 'sha256');
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key.slice(2), 'hex')), cipher.final()]);
  const mac = keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]));
  const kdfparams = { c: 1_000, dklen: 32, prf: 'hmac-sha256', salt: salt.toString('hex') };
  const crypto = {
    ...{ cipher: 'aes-128-ctr', ciphertext: ciphertext.toString('hex'), kdf: 'pbkdf2', kdfparams },
    ...{ cipherparams: { iv: iv.toString('hex') }, mac: Buffer.from(mac).toString('hex') },
  };
  return JSON.stringify({ version: 3, crypto });
}

async function hotWalletFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'zesto-hot-wallet-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = { keystore: join(folder, 'key.json'), passwordFile: join(folder, 'password') };
  await writeFile(files.keystore, sealed(hotWalletOf(chain.it).key), { mode: 0o600 });
  await writeFile(files.passwordFile, `${password}\n`, { mode: 0o600 });
  return files;
}

test.skipIf(!hasEngine())(
  'the settings of a chain make one settlement: what arrives can leave again',
  async () => {
    const database = await openTestDatabase();
    const { chainId, contracts, url } = chain.it;
    const network = { ...demoNetwork, chainId, contracts };
    const settings = { rpcUrls: [url], confirmations: 2, maxFee: 500_000_000_000n };
    const open = (hotWallet: Parameters<typeof openChain>[0]['settings']['hotWallet']) =>
      openChain({ settings: { ...settings, hotWallet }, network, database, warn: () => undefined });
    expect(await open(null)).toMatchObject({ ok: true, value: { settlement: null } });
    const files = await hotWalletFiles();
    const missing = `${files.keystore}.missing`;
    expect(await open({ ...files, keystore: missing })).toEqual({
      ok: false,
      problem: [`HOT_WALLET_KEYSTORE ${missing} cannot be read (ENOENT).`],
    });
    const wrong = `${files.passwordFile}.wrong`;
    await writeFile(wrong, 'another one\n', { mode: 0o600 });
    expect(await open({ ...files, passwordFile: wrong })).toEqual({
      ok: false,
      problem: [`HOT_WALLET_PASSWORD_FILE ${wrong} does not hold the password of HOT_WALLET_KEYSTORE.`],
    });

    const opened = await open(files);
    if (!opened.ok || !opened.value.settlement) throw new Error('the chain was not opened');
    const it = await openTestServer({
      database,
      network,
      settlement: opened.value.settlement,
      payer: null,
    });
    const person = await register(it);
    const mine = await addressOf(it, person, 'USDT');
    const round = async (blocks = 1) => {
      await chain.it.mine(blocks);
      it.clock.advance(1_000);
      await it.settle();
    };
    await it.settle();
    await fill(it, chain.it, person, '1000');
    await chain.it.transfer('USDT', `0x${mine.slice(2)}`, 40_000_000n);
    for (let number = 0; number < 4; number += 1) await round();
    expect(await balance(it, person)).toMatchObject({ total: '1040' });

    const to = privateKeyToAccount(generatePrivateKey()).address;
    const id = await withdraw(it, person, '1000', to);
    const read = async () => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
    for (let number = 0; number < 2; number += 1) {
      it.clock.advance(1_000);
      await it.settle();
    }
    expect(await read()).toMatchObject({ status: 'processing', confirmations: { seen: 0, needed: 2 } });
    await round();
    expect(await read()).toMatchObject({ status: 'processing', confirmations: { seen: 1, needed: 2 } });
    await round();
    await round();
    expect(await read()).toMatchObject({ status: 'completed', confirmations: { seen: 2, needed: 2 } });
    const paid = { abi: erc20Abi, functionName: 'balanceOf', address: contracts.USDT, args: [to] } as const;
    expect(await chain.it.client.readContract(paid)).toBe(1_000_000_000n);
    await it.close();
  },
);
