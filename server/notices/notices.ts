import type { Language } from '../../contract/news.ts';
import type { SecurityOccasion } from '../../contract/occasions.ts';
import type { Write } from '../database/db.ts';
import { keepNotifications } from './notifications.ts';

/** A security event of which a person is notified by email, and in the inbox. */
export interface Notice {
  readonly userId: string;
  readonly occasion: SecurityOccasion;
  /** Null when the person's language is unknown: the email is then in both. */
  readonly language: Language | null;
  /** The address to notify, when it is not the account's current one. */
  readonly email?: string;
  /**
   * The device and network of the event, the destination address, or the wallet or identity provider of a login method: never text that
   * somebody has typed.
   */
  readonly detail?: string | null;
  /** The transaction that it concerns. */
  readonly subjectId?: string;
  readonly money?: { readonly token: string; readonly amount: bigint };
  readonly at: Date;
}

/**
 * Notifies people of security events. Call it in the transaction of the event: the inbox has the notice after the commit, and a server
 * sends the email within about a second.
 */
export async function keepNotices(write: Write, notices: readonly Notice[]): Promise<void> {
  await keepNotifications(
    write,
    notices.map(({ userId, occasion, subjectId = null, detail = null, money, at }) => {
      const told = { userId, kind: 'security', subjectId, outcome: occasion, detail, at } as const;
      return money ? { ...told, money } : told;
    }),
  );
  await keepEmails(write, notices);
}

/** An event that is told by email only, because the inbox tells it in another form. */
type NoticeEmail = Omit<Notice, 'occasion' | 'subjectId'> & { readonly occasion: string };

/** Queues emails to people who have an address. Call it in the transaction of the event. */
export async function keepEmails(write: Write, emails: readonly NoticeEmail[]): Promise<void> {
  if (emails.length === 0) return;
  await write(
    `INSERT INTO notice_emails
      (user_id, email, occasion, language, token, amount, detail, created_at, attempts, next_try_at)
    SELECT users.id, coalesce(given.email, users.email), given.occasion, given.language, given.token, given.amount,
      given.detail, given.at, 0, given.at
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::timestamptz[]) WITH ORDINALITY
      AS given (user_id, email, occasion, language, token, amount, detail, at, position)
    JOIN users ON users.id = given.user_id WHERE coalesce(given.email, users.email) IS NOT NULL
    ORDER BY given.position`,
    [
      emails.map(({ userId }) => userId),
      emails.map(({ email }) => email ?? null),
      emails.map(({ occasion }) => occasion),
      emails.map(({ language }) => language),
      emails.map(({ money }) => money?.token ?? null),
      emails.map(({ money }) => money?.amount ?? null),
      emails.map(({ detail }) => detail ?? null),
      emails.map(({ at }) => at),
    ],
  );
}
