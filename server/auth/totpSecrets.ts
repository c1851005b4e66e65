import type { Rule } from '../../contract/rules.ts';
import type { Query } from '../database/db.ts';
import type { Sealer } from './sealed.ts';
import { stepOfCode } from './totp.ts';

/** Where secrets of authenticator apps are kept: people's and operators'. */
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
 * What is wrong with a code of six digits, or null: then it is used up, and with it every code of an earlier step. One statement decides, so
 * that of two requests at once, on whichever servers, one gets it.
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
    // Whoever guessed it has learned a code of a moment to come: it must not be good then.
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
