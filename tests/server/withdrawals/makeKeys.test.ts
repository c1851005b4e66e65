import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../../../scripts/makeKeys.ts';
import { addressesOf } from '../../../server/addresses/derivation.ts';
import { readKeystore } from '../../../server/settlement/evm/keystore.ts';

let folder: string;
let told: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-keys-'));
  told = [];
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line: string) => void told.push(line));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const contentOf = async (keys: string, name: string) => (await readFile(join(keys, name), 'utf8')).trim();

test('the keys of a wallet fit each other, are their owner’s alone, and none is printed', async () => {
  const keys = join(folder, 'keys');
  expect(await main([keys])).toBe(0);

  const words = await contentOf(keys, 'words');
  expect(words.split(' ')).toHaveLength(24);
  const path = "m/44'/60'/0'/0/7" as const;
  expect(addressesOf(await contentOf(keys, 'deposit.xpub'))(7)).toBe(
    mnemonicToAccount(words, { path }).address,
  );

  const hot = await readKeystore({
    keystore: join(keys, 'hot-wallet.json'),
    passwordFile: join(keys, 'hot-wallet-password'),
  });
  if (!hot.ok) throw new Error(hot.problem);
  expect(told.join('\n')).toContain(privateKeyToAddress(hot.value));

  const secrets = [words, hot.value.slice(2), await contentOf(keys, 'hot-wallet-password')];
  for (const secret of secrets) expect(told.join('\n')).not.toContain(secret);
  for (const name of await readdir(keys)) expect((await stat(join(keys, name))).mode & 0o077).toBe(0);
  expect((await stat(keys)).mode & 0o077).toBe(0);
});

test('keys that are there are never written over', async () => {
  await writeFile(join(folder, 'words'), 'kept');
  expect(await main([folder])).toBe(1);
  expect(told).toEqual([expect.stringMatching(/cannot be made \(EEXIST\)/)]);
  expect(await contentOf(folder, 'words')).toBe('kept');
});

test.each([[[]], [['one', 'two']], [['--help']]])(
  'without one folder the usage is shown: %j',
  async (args) => {
    expect(await main(args)).toBe(1);
    expect(told).toEqual([expect.stringMatching(/^Usage: npm run -s keys:make -- FOLDER/)]);
  },
);
