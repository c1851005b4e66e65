import { type SecondFactor, secondFactors } from '../../contract/factors.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import type { Query } from '../database/db.ts';

/** SQL: which factors a person has, in the columns `passkey`, `totp` and `recovery_code`. */
export const factorColumns = (userId: string) =>
  `EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${userId}) AS passkey,
   EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${userId}) AS totp,
   EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = ${userId}) AS recovery_code`;

/** The second factors of a person, often none. Recovery codes exist only beside another factor, and are deleted with the last one. */
export async function secondFactorsOf(query: Query, userId: string): Promise<SecondFactor[]> {
  const [has] = await query<Readonly<Record<SecondFactor, boolean>>>(`SELECT ${factorColumns('$1')}`, [
    userId,
  ]);
  return has?.passkey || has?.totp ? secondFactors.filter((factor) => has[factor]) : [];
}

/** Locks the factors of this person until the end of the transaction. */
export async function lockFactors(query: Query, userId: string): Promise<void> {
  await query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [userId]);
}

/** Refuses with SETTINGS_LOCKED while the lock is on, except for the first second factor: any other one is a new way in. */
export async function requireAddable(query: Query, userId: string, at: Date): Promise<void> {
  if ((await secondFactorsOf(query, userId)).length > 0) await requireUnlocked(query, userId, at);
}

/**
 * After a change of factors: deletes proofs and challenges from before the change, and the recovery codes when no factor
 * is left. Call it in the transaction of the change.
 */
export async function settleFactors(query: Query, userId: string): Promise<void> {
  const ofPerson = 'session_id IN (SELECT id FROM sessions WHERE user_id = $1)';
  await query(`DELETE FROM step_up_proofs WHERE ${ofPerson}`, [userId]);
  await query(`DELETE FROM step_up_codes WHERE ${ofPerson}`, [userId]);
  await query(`DELETE FROM passkey_challenges WHERE ${ofPerson}`, [userId]);
  await query('UPDATE sessions SET proven_by = NULL, proven_at = NULL WHERE user_id = $1', [userId]);
  await query('DELETE FROM pending_totp_secrets WHERE user_id = $1', [userId]);
  if ((await secondFactorsOf(query, userId)).length === 0)
    await query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}
