import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decryptKeystore, readKeystore } from '../../../server/settlement/evm/keystore.ts';

// The test vectors of the Web3 secret storage definition.
const key = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const password = 'testpassword';
const pbkdf2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const scrypt = {
  Crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262_144,
      p: 8,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-keystore-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

test('the vectors of the standard are opened, scrypt and PBKDF2', async () => {
  expect(await decryptKeystore(JSON.stringify(pbkdf2), password)).toEqual({ ok: true, value: key });
  expect(await decryptKeystore(JSON.stringify(scrypt), password)).toEqual({ ok: true, value: key });
});

test('the key is read with the password of the file, whose line break is none of it', async () => {
  const keystore = await file('good.json', JSON.stringify(pbkdf2));
  const passwordFile = await file('good.txt', `${password}\n`);
  expect(await readKeystore({ keystore, passwordFile })).toEqual({ ok: true, value: key });
});

test('a wrong password, a broken file, a missing file and one that others can read are each one sentence', async () => {
  const keystore = await file('key.json', JSON.stringify(pbkdf2));
  const passwordFile = await file('password.txt', password);
  const problem = async (files: Partial<{ keystore: string; passwordFile: string }>) => {
    const read = await readKeystore({ keystore, passwordFile, ...files });
    return read.ok ? null : read.problem;
  };
  const wrong = await file('wrong.txt', 'another');
  expect(await problem({ passwordFile: wrong })).toBe(
    `HOT_WALLET_PASSWORD_FILE ${wrong} does not hold the password of HOT_WALLET_KEYSTORE.`,
  );
  for (const [name, text] of Object.entries({
    'half.json': JSON.stringify(pbkdf2).slice(0, 200),
    'empty.json': '',
    'version.json': JSON.stringify({ ...pbkdf2, version: 1 }),
    'cipher.json': JSON.stringify({ ...pbkdf2, crypto: { ...pbkdf2.crypto, cipher: 'aes-256-cbc' } }),
    'key.json.hex': key,
    // 128 bytes · n · r: a terabyte.
    'large.json': JSON.stringify({
      ...scrypt,
      Crypto: { ...scrypt.Crypto, kdfparams: { ...scrypt.Crypto.kdfparams, n: 2 ** 30, r: 8 } },
    }),
  })) {
    const broken = await file(name, text);
    expect(await problem({ keystore: broken })).toBe(
      `HOT_WALLET_KEYSTORE ${broken} is no keystore of version 3 (Web3 secret storage, scrypt or pbkdf2).`,
    );
  }
  const missing = join(folder, 'missing.json');
  expect(await problem({ keystore: missing })).toBe(
    `HOT_WALLET_KEYSTORE ${missing} cannot be read (ENOENT).`,
  );
  const shared = await file('shared.json', JSON.stringify(pbkdf2), 0o644);
  expect(await problem({ keystore: shared })).toBe(
    `HOT_WALLET_KEYSTORE ${shared} can be read by other users: chmod 600 it.`,
  );
  const group = await file('group.txt', password, 0o640);
  expect(await problem({ passwordFile: group })).toBe(
    `HOT_WALLET_PASSWORD_FILE ${group} can be read by other users: chmod 600 it.`,
  );
});
