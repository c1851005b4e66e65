import type { Rule } from '../../contract/rules.ts';
import type { Query } from '../database/db.ts';
import type { Sealer } from './sealed.ts';
import { stepOfCode } from './totp.ts';

/** The table of secrets of authenticator apps, of people or of operators. */
type TotpKeeping = typeof totpOfPeople | typeof totpOfOperators;

export const totpOfPeople = { table: 'totp_secrets', owner: 'user_id' } as const;
export const totpOfOperators = { table: 'operator_totp_secrets', owner: 'operator_id' } as const;

interface Shown {
  readonly sealer: Sealer;
  readonly ownerId: string;
  readonly code: string;
  readonly at: Date;
}

/**
 * What is wrong with a six-digit code; null when it is valid: then it and all codes of earlier steps are marked as used. One statement decides, so
 * that of two requests at once, on any server, one succeeds.
 */
export async function spendTotpCode(
  query: Query,
  { table, owner }: TotpKeeping,
  { sealer, ownerId, code, at }: Shown,
): Promise<Rule | null> {
  const [kept] = await query<{ secret: Uint8Array }>(`SELECT secret FROM ${table} WHERE ${owner} = $1`, [
    ownerId,
  ]);
  const found = kept ? stepOfCode(sealer.open(kept.secret, ownerId), code, at) : null;
  if (!found) return 'mismatch';
  if (!found.isTimely) {
    // A guessed code of a later step is known to the attacker, so it must not become valid.
    await query(`UPDATE ${table} SET last_step = greatest(last_step, $2) WHERE ${owner} = $1`, [
      ownerId,
      found.step,
    ]);
    return 'clock_skew';
  }
  const spent = await query(
    `UPDATE ${table} SET last_step = $2, last_used_at = $3 WHERE ${owner} = $1 AND last_step < $2 RETURNING ${owner}`,
    [ownerId, found.step, at],
  );
  return spent.length > 0 ? null : 'used';
}
