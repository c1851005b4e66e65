import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '../../contract/notifications.ts';
import type { Write } from '../database/db.ts';

export interface NewNotification {
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly subjectId: string | null;
  readonly outcome?: string;
  readonly detail?: string | null;
  readonly money?: { readonly token: string; readonly amount: bigint };
  readonly at: Date;
}

/** Stores notifications. Call it in the transaction of the event. Open pages learn of them at the next pulse. */
export async function keepNotifications(write: Write, wanted: readonly NewNotification[]): Promise<void> {
  if (wanted.length === 0) return;
  await write(
    `INSERT INTO notifications (id, user_id, kind, subject_id, outcome, token, amount, created_at, detail)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::numeric[], $8::timestamptz[], $9::text[])`,
    [
      wanted.map(() => randomUUID()),
      wanted.map(({ userId }) => userId),
      wanted.map(({ kind }) => kind),
      wanted.map(({ subjectId }) => subjectId),
      wanted.map(({ outcome }) => outcome ?? null),
      wanted.map(({ money }) => money?.token ?? null),
      wanted.map(({ money }) => money?.amount ?? null),
      wanted.map(({ at }) => at),
      wanted.map(({ detail }) => detail ?? null),
    ],
  );
}
