import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '../../contract/factors.ts';
import type { Query } from '../database/db.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** 120 bits: too many to be guessed, so that a fast hash is as safe as a slow one (ASVS 6.5.2 asks for 112). */
const length = 24;

/** Creates a person's recovery codes, in the format shown: `k7pd-2mzq-xv4t-nb3c-5uhr-w6ae`. Earlier codes become invalid. Call it in a transaction. */
export async function makeRecoveryCodes(query: Query, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await query(
    'INSERT INTO recovery_codes (user_id, code_hash, created_at) SELECT $1, code_hash, $3 FROM unnest($2::bytea[]) AS code (code_hash)',
    [userId, codes.map((code) => hashOf(userId, code)), at],
  );
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

/** Marks a code, as read by `typedFactor`, as used. False when the person has no such unused code; of two requests at once one succeeds. */
export async function takeRecoveryCode(query: Query, userId: string, code: string): Promise<boolean> {
  const used = await query(
    'DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id',
    [userId, hashOf(userId, code)],
  );
  return used.length > 0;
}

export async function countRecoveryCodes(query: Query, userId: string): Promise<number> {
  const rows = await query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [userId]);
  return rows.length;
}

const newCode = () => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

function hashOf(userId: string, code: string): Uint8Array {
  return createHash('sha256').update(userId).update(code).digest();
}
