import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Query } from '../database/db.ts';

/**
 * Secrets that the server must be able to read, unlike passwords: sealed with AES-256-GCM under a key outside the database, and bound to
 * their owner, so that a row copied to another account cannot be opened. Without a key they are stored in plain. `open` throws for a secret
 * sealed with another key, or for another owner.
 */
export interface Sealer {
  seal(secret: Uint8Array, owner: string): Uint8Array;
  open(sealed: Uint8Array, owner: string): Uint8Array;
}

/** The first byte of a stored secret. */
const plain = 0;
const encrypted = 1;
const ivLength = 12;
const tagLength = 16;

/** `key`: at least 32 characters; null for none. */
export function createSealer(key: string | null): Sealer {
  const cipherKey = key === null ? null : new Uint8Array(hkdfSync('sha256', key, '', 'second factors', 32));
  return {
    seal(secret, owner) {
      if (cipherKey === null) return Buffer.concat([Buffer.of(plain), secret]);
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(encrypted), iv, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      if (sealed[0] === plain) return sealed.subarray(1);
      if (cipherKey === null) throw new Error('a second factor was sealed with FACTOR_KEY, which is not set');
      const iv = sealed.subarray(1, 1 + ivLength);
      const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv, { authTagLength: tagLength })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(1 + ivLength + tagLength)), decipher.final()]);
    },
  };
}

/** Whether this key opens the secrets in this database; true when there are none. */
export async function opensFactors(query: Query, key: string | null): Promise<boolean> {
  const kept = await query<{ owner: string; secret: Uint8Array }>(
    `(SELECT user_id AS owner, secret FROM totp_secrets WHERE get_byte(secret, 0) = $1 LIMIT 1)
    UNION ALL (SELECT operator_id, secret FROM operator_totp_secrets WHERE get_byte(secret, 0) = $1 LIMIT 1)`,
    [encrypted],
  );
  const sealer = createSealer(key);
  try {
    for (const { owner, secret } of kept) sealer.open(secret, owner);
    return true;
  } catch {
    return false;
  }
}
