import { endOfWait, makeRecoveryLink, openRecoveryOf } from '../accounts/recoveries.ts';
import type { Db } from '../database/db.ts';
import type { DueNotice } from './noticeQueue.ts';

/** The variable parts of a recovery email. */
interface RecoveryTold {
  /** When the wait ends, or the link expires. */
  readonly until: Date | null;
  /** The token of the link that sets a new password; null in all other emails. */
  readonly token: string | null;
}

/** The contents of an email sent at `at`. Null when the recovery has ended, so that the email must not be sent. */
export async function aboutRecovery(
  database: Db,
  { userId, to, occasion }: DueNotice,
  at: Date,
): Promise<RecoveryTold | null> {
  if (occasion === 'recoveryLink' || occasion === 'recoveryReady')
    return makeRecoveryLink(database, { userId, to, at });
  if (occasion !== 'recoveryAsked') return { until: null, token: null };
  const open = await openRecoveryOf(database.query, userId);
  return open && { until: endOfWait(open, at), token: null };
}
