import type { Language } from '../../contract/news.ts';
import type { SecurityOccasion } from '../../contract/occasions.ts';
import type { Query } from '../database/db.ts';
import { keepNotifications } from './notifications.ts';

/** Something that the person of an account is told of by email, and in the inbox. */
export interface Notice {
  readonly userId: string;
  readonly occasion: SecurityOccasion;
  /** Null where nobody knows which one the person reads: the email is in both. */
  readonly language: Language | null;
  /** The address that is told, where it is not the account's of this moment. */
  readonly email?: string;
  /** The device and network that it came from, or the address that something goes to: never a text that somebody has typed. */
  readonly detail?: string | null;
  /** The transaction that it is about. */
  readonly subjectId?: string;
  readonly money?: { readonly token: string; readonly amount: bigint };
  readonly at: Date;
}

/**
 * Tells the people of accounts what has happened to them. Call it in the transaction of what it tells: the inbox has it from then on, and the
 * email is sent within a second or so, by whichever server looks first.
 */
export async function keepNotices(query: Query, notices: readonly Notice[]): Promise<void> {
  await keepNotifications(
    query,
    notices.map(({ userId, occasion, subjectId = null, detail = null, money, at }) => {
      const told = { userId, kind: 'security', subjectId, outcome: occasion, detail, at } as const;
      return money ? { ...told, money } : told;
    }),
  );
  await keepEmails(query, notices);
}

/** What is told by email alone: the inbox has it in other words. */
type NoticeEmail = Omit<Notice, 'occasion' | 'subjectId'> & { readonly occasion: string };

/** Writes down emails to people who have an address. Otherwise as `keepNotices`. */
export async function keepEmails(query: Query, emails: readonly NoticeEmail[]): Promise<void> {
  if (emails.length === 0) return;
  await query(
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
