import { type SecondFactor, secondFactors } from '../../contract/factors.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import type { Query } from '../database/db.ts';

/** SQL of what a person has of each factor, by the columns `passkey`, `totp` and `recovery_code`. */
export const factorColumns = (userId: string) =>
  `EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${userId}) AS passkey,
   EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${userId}) AS totp,
   EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = ${userId}) AS recovery_code`;

/** The second factors of a person, none for most. Recovery codes count beside another one: they go with the last of the others. */
export async function secondFactorsOf(query: Query, userId: string): Promise<SecondFactor[]> {
  const [has] = await query<Readonly<Record<SecondFactor, boolean>>>(`SELECT ${factorColumns('$1')}`, [
    userId,
  ]);
  return has?.passkey || has?.totp ? secondFactors.filter((factor) => has[factor]) : [];
}

/** Until the end of the transaction nobody else changes the factors of this person. */
export async function lockFactors(query: Query, userId: string): Promise<void> {
  await query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [userId]);
}

/** SETTINGS_LOCKED while the lock is on, unless it is the first second factor: any other one is a way in that was not there before. */
export async function requireAddable(query: Query, userId: string, at: Date): Promise<void> {
  if ((await secondFactorsOf(query, userId)).length > 0) await requireUnlocked(query, userId, at);
}

/**
 * After a change of factors: what was proven or begun by what the person had before is good for nothing any more, and without any factor the
 * recovery codes go too. Call it in the transaction of the change.
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
