import type { Query } from '../database/db.ts';

/** Whether a person's identity is approved and has not run out. */
export async function isVerified(query: Query, userId: string, at: Date): Promise<boolean> {
  const found = await query(
    "SELECT id FROM users WHERE id = $1 AND kyc_status = 'approved' AND kyc_expires_at > $2",
    [userId, at],
  );
  return found.length > 0;
}
