import { createDecipheriv, pbkdf2, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { scryptAsync } from '@noble/hashes/scrypt';
import { keccak_256 } from '@noble/hashes/sha3';
import * as z from 'zod/mini';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { HotWallet } from './chainSettings.ts';

/** The path of a Web3 secret storage file (version 3), and that of its password. */
type KeystoreFiles = Extract<HotWallet, { keystore: string }>;

/** The most that a key derivation may take, so that a file cannot exhaust the server's memory or time. */
const mostMemory = 1024 ** 3;
const mostIterations = 10_000_000;

const hex = (bytes: number | null) =>
  z
    .string()
    .check(z.regex(bytes === null ? /^(?:[\da-f]{2})+$/i : new RegExp(`^[\\da-f]{${bytes * 2}}$`, 'i')));

const scryptParameters = z.object({
  dklen: z.literal(32),
  n: z.int().check(z.refine((n) => n > 1 && Number.isInteger(Math.log2(n)))),
  r: z.int().check(z.minimum(1), z.maximum(64)),
  p: z.int().check(z.minimum(1), z.maximum(64)),
  salt: hex(null),
});
const pbkdf2Parameters = z.object({
  dklen: z.literal(32),
  c: z.int().check(z.minimum(1), z.maximum(mostIterations)),
  prf: z.literal('hmac-sha256'),
  salt: hex(null),
});

const sealed = {
  cipher: z.literal('aes-128-ctr'),
  ciphertext: hex(32),
  cipherparams: z.object({ iv: hex(16) }),
  mac: hex(32),
};
const encrypted = z.discriminatedUnion('kdf', [
  z.object({ ...sealed, kdf: z.literal('scrypt'), kdfparams: scryptParameters }),
  z.object({ ...sealed, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2Parameters }),
]);
const keystore = z.object({ version: z.literal(3), crypto: encrypted });

/** Some programs write `Crypto`. */
const keystoreFile = z.pipe(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform(({ Crypto, ...rest }) => (Crypto === undefined ? rest : { ...rest, crypto: Crypto })),
  ),
  keystore,
);

const derivePbkdf2 = promisify(pbkdf2);

/**
 * The private key in a keystore of version 3 (Web3 secret storage definition: scrypt or PBKDF2, AES-128-CTR, and a MAC of Keccak-256
 * over the second half of the derived key and the ciphertext), as `0x…`.
 */
export async function decryptKeystore(
  text: string,
  password: string,
): Promise<Result<`0x${string}`, 'malformed' | 'wrong_password'>> {
  const parsed = z.safeParse(keystoreFile, parseJson(text));
  if (!parsed.success) return refused('malformed');
  const { crypto } = parsed.data;
  if (crypto.kdf === 'scrypt' && memoryOf(crypto.kdfparams) > mostMemory) return refused('malformed');
  const derived = await derive(crypto, password);
  const ciphertext = Buffer.from(crypto.ciphertext, 'hex');
  const mac = Buffer.from(keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext])));
  if (!timingSafeEqual(mac, Buffer.from(crypto.mac, 'hex'))) return refused('wrong_password');
  const iv = Buffer.from(crypto.cipherparams.iv, 'hex');
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const key: `0x${string}` = `0x${Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('hex')}`;
  return ok(key);
}

const memoryOf = ({ n, r, p }: z.infer<typeof scryptParameters>) => 128 * r * (n + p);

async function derive({ kdf, kdfparams }: z.infer<typeof encrypted>, password: string): Promise<Buffer> {
  const salt = Buffer.from(kdfparams.salt, 'hex');
  if (kdf === 'pbkdf2') return derivePbkdf2(password, salt, kdfparams.c, kdfparams.dklen, 'sha256');
  const { n: N, r, p, dklen } = kdfparams;
  // OpenSSL refuses parameters of the standard's own example (r = 1 with n = 2^18).
  return Buffer.from(await scryptAsync(password, salt, { N, r, p, dkLen: dklen, maxmem: mostMemory }));
}

/** The private key from the files of the settings, or one sentence that says which setting to fix. Contains no secret. */
export async function readKeystore(files: KeystoreFiles): Promise<Result<`0x${string}`, string>> {
  const text = await readSecret('HOT_WALLET_KEYSTORE', files.keystore);
  if (!text.ok) return text;
  const password = await readSecret('HOT_WALLET_PASSWORD_FILE', files.passwordFile);
  if (!password.ok) return password;
  // Editors end a file with a line break, which is not part of the password.
  const key = await decryptKeystore(text.value, password.value.replace(/\r?\n$/, ''));
  if (key.ok) return key;
  return refused(
    key.problem === 'malformed'
      ? `HOT_WALLET_KEYSTORE ${files.keystore} is no keystore of version 3 (Web3 secret storage, scrypt or pbkdf2).`
      : `HOT_WALLET_PASSWORD_FILE ${files.passwordFile} does not hold the password of HOT_WALLET_KEYSTORE.`,
  );
}

async function readSecret(setting: string, path: string): Promise<Result<string, string>> {
  try {
    const { mode } = await stat(path);
    // Windows has no such permission bits.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return refused(`${setting} ${path} can be read by other users: chmod 600 it.`);
    }
    return ok(await readFile(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return refused(`${setting} ${path} cannot be read (${code}).`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
