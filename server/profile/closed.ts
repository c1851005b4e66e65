import { closedYears } from '../../contract/accountData.ts';
import { closeSessions } from '../accounts/sessions.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Db, Query } from '../database/db.ts';

/**
 * The rows that are deleted when a person closes their account, in this order; rows that refer to them are deleted too.
 * `tests/server/profile/closing.test.ts` names what is kept, and why.
 */
const deleted: readonly (readonly [string, string])[] = [
  ['identities', 'user_id = $1'],
  ['passkeys', 'user_id = $1'],
  ['totp_secrets', 'user_id = $1'],
  ['pending_totp_secrets', 'user_id = $1'],
  ['recovery_codes', 'user_id = $1'],
  ['security_settings', 'user_id = $1'],
  ['email_tokens', 'user_id = $1'],
  ['recoveries', 'user_id = $1'],
  ['wallet_nonces', 'user_id = $1'],
  ['known_devices', 'user_id = $1'],
  ['sign_ins', 'user_id = $1'],
  ['saved_addresses', 'user_id = $1'],
  ['wallet_tokens', 'user_id = $1'],
  ['transaction_quotes', 'user_id = $1'],
  ['exchange_quotes', 'user_id = $1'],
  ['notifications', 'user_id = $1'],
  ['news_reads', 'user_id = $1'],
  ['idempotency_keys', 'owner_id = $1'],
  ['not_me_links', 'user_id = $1'],
  ['not_me_reports', 'user_id = $1'],
  ['notice_emails', 'user_id = $1'],
  ['known_places', 'user_id = $1'],
  ['ticket_attachments', 'file_id IN (SELECT id FROM files WHERE user_id = $1)'],
  ['ticket_messages', 'ticket_id IN (SELECT id FROM tickets WHERE user_id = $1)'],
  ['tickets', 'user_id = $1'],
  // Documents without a decision are not part of an identity check that must be kept.
  ['kyc_documents', "user_id = $1 AND status IN ('uploaded', 'pending')"],
];

/** The tables from which closing an account deletes rows. */
export const deletedTables: readonly string[] = ['sessions', ...deleted.map(([table]) => table)];

/** Until when the law requires data to be kept of an account that is closed at this moment. */
export function keptUntil(closedAt: Date): Date {
  const end = new Date(closedAt);
  end.setUTCFullYear(end.getUTCFullYear() + closedYears);
  return end;
}

/** Closes the account of a locked row. Its email and username become available. */
export async function closeUser(query: Query, { id }: Pick<UserRow, 'id'>, at: Date): Promise<void> {
  await closeSessions(query, id, null);
  for (const [table, whose] of deleted) await query(`DELETE FROM ${table} WHERE ${whose}`, [id]);
  await query(
    `UPDATE users SET closed_at = $2, closed_email = email, email = NULL, email_confirmed_at = NULL, unproved_email = NULL,
       username = NULL, username_key = NULL, password_hash = NULL, phone = NULL, gender = NULL, avatar_file_id = NULL, discoverable_since = NULL,
       kyc_submitted_at = CASE WHEN kyc_status = 'pending' THEN NULL ELSE kyc_submitted_at END,
       kyc_status = CASE WHEN kyc_status IN ('inProgress', 'pending') THEN 'notStarted' ELSE kyc_status END
     WHERE id = $1`,
    [id, at],
  );
  await releaseFiles(query, [id], at);
}

/** Releases files that are not documents of an identity check; the next sweep deletes their bytes. */
async function releaseFiles(query: Query, userIds: readonly string[], at: Date): Promise<void> {
  await query(
    `UPDATE files SET unused_since = $2 WHERE user_id = ANY ($1::uuid[]) AND unused_since IS NULL
       AND NOT EXISTS (SELECT 1 FROM kyc_documents WHERE file_id = files.id)`,
    [userIds, at],
  );
}

const atOnce = 100;

/**
 * Erases the personal data and identity checks of accounts that were closed long enough ago. Their ledger stays, because the books are
 * never changed. An account that was credited after it was closed waits until it is empty again.
 */
export async function eraseClosed(database: Db, at: Date): Promise<void> {
  const closedBefore = new Date(at);
  closedBefore.setUTCFullYear(closedBefore.getUTCFullYear() - closedYears);
  await database.transaction(async (query) => {
    const due = await query<{ id: string }>(
      `SELECT id FROM users WHERE closed_at <= $1 AND erased_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM ledger_accounts WHERE owner_id = users.id AND posted > 0)
       ORDER BY id LIMIT ${atOnce} FOR UPDATE`,
      [closedBefore],
    );
    const ids = due.map(({ id }) => id);
    if (ids.length === 0) return;
    await query('DELETE FROM kyc_documents WHERE user_id = ANY ($1::uuid[])', [ids]);
    await query(
      `UPDATE users SET erased_at = $2, closed_email = NULL, first_name = NULL, last_name = NULL, date_of_birth = NULL, country = NULL,
         username = NULL, username_key = NULL, phone = NULL, gender = NULL, avatar_file_id = NULL,
         address = NULL, city = NULL, zip_code = NULL, frozen_note = NULL, kyc_submitted_at = NULL, kyc_expires_at = NULL
       WHERE id = ANY ($1::uuid[])`,
      [ids, at],
    );
    await releaseFiles(query, ids, at);
  });
}
