import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Query } from '../database/db.ts';

/**
 * Secrets that the server must be able to read, unlike passwords: sealed with AES-256-GCM under a key outside the database, and bound to
 * their owner, so that a row copied to another account cannot be opened. Without a key they are stored in plain. `open` throws for a secret
 * sealed with an unknown key, or for another owner.
 */
export interface Sealer {
  /** What every secret sealed now begins with; null without a key. */
  readonly mark: Uint8Array | null;
  seal(secret: Uint8Array, owner: string): Uint8Array;
  open(sealed: Uint8Array, owner: string): Uint8Array;
}

/** The first byte of a stored secret. `encrypted` was written before keys had ids. */
const plain = 0;
const encrypted = 1;
const marked = 2;
const idLength = 4;
const ivLength = 12;
const tagLength = 16;

interface Key {
  /** `marked` and the key's id. */
  readonly mark: Uint8Array;
  readonly cipherKey: Uint8Array;
}

function keyOf(key: string): Key {
  const derive = (use: string, length: number) => new Uint8Array(hkdfSync('sha256', key, '', use, length));
  return {
    mark: Buffer.concat([Buffer.of(marked), derive('id of second factors', idLength)]),
    cipherKey: derive('second factors', 32),
  };
}

/** `key`: at least 32 characters; null for none. `former`: another key that still opens secrets. */
export function createSealer(key: string | null, former: string | null = null): Sealer {
  const current = key === null ? null : keyOf(key);
  const keys = [key, former].flatMap((each) => (each === null ? [] : [keyOf(each)]));
  return {
    mark: current?.mark ?? null,
    seal(secret, owner) {
      if (current === null) return Buffer.concat([Buffer.of(plain), secret]);
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', current.cipherKey, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([current.mark, iv, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      if (sealed[0] === plain) return sealed.subarray(1);
      if (sealed[0] === marked) {
        const known = keys.find(({ mark }) => Buffer.compare(mark, sealed.subarray(0, mark.length)) === 0);
        if (!known) throw new Error('a second factor was sealed with another FACTOR_KEY');
        return openWith(known, sealed.subarray(known.mark.length), owner);
      }
      for (const each of keys) {
        try {
          return openWith(each, sealed.subarray(1), owner);
        } catch {
          // The next key may be the one.
        }
      }
      throw new Error('a second factor was sealed with another FACTOR_KEY');
    },
  };
}

function openWith({ cipherKey }: Key, sealed: Uint8Array, owner: string): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', cipherKey, sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
}

/** The tables of secrets, each with the column of their owners. */
const tables = [
  ['totp_secrets', 'user_id'],
  ['operator_totp_secrets', 'operator_id'],
] as const;

interface Kept {
  readonly owner: string;
  readonly secret: Uint8Array;
}

/** Whether these keys open the secrets in this database, of which one is tried for each key; true when there are none. */
export async function opensFactors(query: Query, sealer: Sealer): Promise<boolean> {
  for (const [table, owner] of tables) {
    const kept = await query<Kept>(
      `SELECT DISTINCT ON (CASE get_byte(secret, 0) WHEN $1 THEN substring(secret FROM 1 FOR 1) ELSE substring(secret FROM 1 FOR $3) END)
         ${owner} AS owner, secret FROM ${table} WHERE get_byte(secret, 0) IN ($1, $2)`,
      [encrypted, marked, 1 + idLength],
    );
    try {
      for (const each of kept) sealer.open(each.secret, each.owner);
    } catch {
      return false;
    }
  }
  return true;
}

/** Seals again, under the current key, every secret that is not; answers how many there were. A secret that changes meanwhile is left as it is. */
export async function resealFactors(query: Query, sealer: Sealer): Promise<number> {
  if (sealer.mark === null) return 0;
  let count = 0;
  for (const [table, owner] of tables) {
    for (;;) {
      const kept = await query<Kept>(
        `SELECT ${owner} AS owner, secret FROM ${table} WHERE substring(secret FROM 1 FOR $2) <> $1 ORDER BY ${owner} LIMIT 500`,
        [sealer.mark, sealer.mark.length],
      );
      if (kept.length === 0) break;
      const changed = await query(
        `UPDATE ${table} kept SET secret = made.secret
         FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS made (owner, former, secret)
         WHERE kept.${owner} = made.owner AND kept.secret = made.former RETURNING kept.${owner}`,
        [
          kept.map((each) => each.owner),
          kept.map((each) => each.secret),
          kept.map((each) => sealer.seal(sealer.open(each.secret, each.owner), each.owner)),
        ],
      );
      count += changed.length;
    }
  }
  return count;
}
