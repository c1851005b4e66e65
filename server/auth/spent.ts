import type { Query } from '../database/db.ts';

/** Marks a single-use value as used until `expiresAt`. False when it was used before; of two requests at once one succeeds. */
export async function spend(query: Query, key: string, expiresAt: Date): Promise<boolean> {
  const spent = await query(
    'INSERT INTO spent (key, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key',
    [key, expiresAt],
  );
  return spent.length > 0;
}

/** Deletes expired values, which would be refused for their age. */
export async function sweepIdentity(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM captcha_prices WHERE until <= $1', [at]);
  await query('DELETE FROM step_up_proofs WHERE expires_at <= $1', [at]);
  await query('DELETE FROM step_up_codes WHERE expires_at <= $1', [at]);
  await query('DELETE FROM pending_totp_secrets WHERE expires_at <= $1', [at]);
  await query('DELETE FROM passkey_challenges WHERE expires_at <= $1', [at]);
  await query('DELETE FROM operator_passkey_challenges WHERE expires_at <= $1', [at]);
  await query('DELETE FROM operator_proofs WHERE expires_at <= $1', [at]);
  await query('DELETE FROM operator_pending_totp_secrets WHERE expires_at <= $1', [at]);
  await query('DELETE FROM spent WHERE expires_at <= $1', [at]);
  await query('DELETE FROM wallet_nonces WHERE expires_at <= $1', [new Date(at.getTime() - keptAfter)]);
  await query('DELETE FROM email_tokens WHERE expires_at <= $1', [at]);
}

/** How long an expired message is distinguished from an unknown one. */
const keptAfter = 3_600_000;
