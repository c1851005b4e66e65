import { endOfWait, makeRecoveryLink, openRecoveryOf } from '../accounts/recoveries.ts';
import type { Db } from '../database/db.ts';
import type { DueNotice } from './noticeQueue.ts';

/** What the email of a recovery tells beside its words. */
interface RecoveryTold {
  /** When the waiting time ends, or the link. */
  readonly until: Date | null;
  /** Of the link that sets a new password; only its own email has one. */
  readonly token: string | null;
}

/** Of an email that is sent at `at`. Null when what it is about is over, and it is not to be sent. */
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
