import type { Language } from '../../contract/news.ts';
import { unfreezeCall } from '../../contract/operator.ts';
import type { Query } from '../database/db.ts';
import { keepNotices } from '../notices/notices.ts';
import { liftFreeze, type UserRow } from './users.ts';

interface Agreement {
  /** The finished part: the person has proven who they are, or support has agreed. */
  readonly part: 'proven' | 'approved';
  /** Null when the person's language is unknown. */
  readonly language: Language | null;
  readonly at: Date;
}

/** Voids one of the two parts that lift the freeze of "This was not me". Call it in a transaction, with the account locked. */
export async function voidPart(query: Query, userId: string, part: Agreement['part']): Promise<void> {
  await query(`UPDATE users SET not_me_${part}_at = NULL WHERE id = $1`, [userId]);
  await query(`UPDATE not_me_reports SET ${part}_at = NULL WHERE user_id = $1 AND lifted_at IS NULL`, [
    userId,
  ]);
}

/**
 * Records one of the two parts that lift the freeze of "This was not me", and lifts it with the second one, in either order. Any other freeze
 * is lifted by support alone. Call it in a transaction, with the account locked (`lockNamed`, `lockUser`).
 */
export async function liftWhenAgreed(
  query: Query,
  user: UserRow,
  { part, language, at }: Agreement,
): Promise<UserRow> {
  if (user.not_me_at === null) return part === 'approved' ? liftFreeze(query, user, at) : user;
  const agreed = {
    ...user,
    not_me_proven_at: part === 'proven' ? at : user.not_me_proven_at,
    not_me_approved_at: part === 'approved' ? at : user.not_me_approved_at,
  };
  const { id, not_me_proven_at: proven, not_me_approved_at: approved } = agreed;
  const isAgreed = proven !== null && approved !== null;
  await query('UPDATE users SET not_me_proven_at = $2, not_me_approved_at = $3 WHERE id = $1', [
    id,
    proven,
    approved,
  ]);
  await query(
    'UPDATE not_me_reports SET proven_at = $2, approved_at = $3, lifted_at = $4 WHERE user_id = $1 AND lifted_at IS NULL',
    [id, proven, approved, isAgreed ? at : null],
  );
  if (!isAgreed) return agreed;
  await keepNotices(query, [{ userId: id, occasion: 'unfrozen', language, at }]);
  return liftFreeze(query, agreed, at);
}

/** The condition that a row of `proposals` is to lift the freeze of a row of `people`. Proposals from before name the email. */
export const liftsFreezeOf = (proposals: string, people: string) =>
  `${proposals}.verb = '${unfreezeCall.method} ${unfreezeCall.path}'
    AND ${proposals}.body IN ('{"email":"' || ${people}.email || '"}', '{"account":"' || ${people}.id || '"}')`;

interface Rejection {
  /** Null when the person's report rejects them. */
  readonly operator: string | null;
  readonly at: Date;
}

/**
 * Rejects the open proposals to lift the freeze of an account, because they are not about the freeze that is set now, or not about what its
 * person reports now. Call it in a transaction before the account is locked, because an approval locks its proposal first, and again
 * after, because a call that becomes a proposal locks the account first.
 */
export async function rejectUnfreezing(
  query: Query,
  userId: string,
  { operator, at }: Rejection,
): Promise<void> {
  await query(
    `UPDATE operator_proposals SET status = 'rejected', decided_by = $2, decided_at = $3 FROM users
     WHERE users.id = $1 AND operator_proposals.status = 'open' AND ${liftsFreezeOf('operator_proposals', 'users')}`,
    [userId, operator, at],
  );
}
