import type { Logger } from 'pino';
import type { Language } from '../../contract/news.ts';
import type { UserRow } from '../accounts/users.ts';
import { forgetFailures, recordFailure } from '../background/attempts.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import type { Mailer } from './mailer.ts';
import { emailFor } from './templates.ts';
import { makeToken } from './tokens.ts';

interface PostOptions {
  readonly database: Db;
  readonly clock: Clock;
  /** Null where no emails can be sent. */
  readonly mailer: Mailer | null;
  /** The app's own address, without a slash at its end. */
  readonly appUrl: string;
  /** The public address of support; null when there is none. */
  readonly support: string | null;
  readonly log: Logger;
}

/** Emails that are being sent. No answer waits for one: its duration would tell whether the address has an account. */
export interface EmailOutbox {
  readonly isOpen: boolean;
  /** Does `write` beside the answer. What fails is logged, and kept for the operator until an email goes out again. */
  later(write: () => Promise<void>): void;
  confirmation(user: UserRow, email: string, language: Language, at: Date): Promise<void>;
  reset(user: UserRow, email: string, language: Language, at: Date): Promise<void>;
  notice(
    occasion: 'known' | 'emailChanged' | 'emailAsked' | 'passwordChanged' | 'methodAdded' | 'methodRemoved',
    email: string,
    language: Language,
  ): Promise<void>;
  /** `code` proves that the person with the session reads this address's email. */
  code(email: string, code: string, language: Language): Promise<void>;
  /** Resolves when every email is sent. */
  drain(): Promise<void>;
}

const subject = 'sending';

export function createEmailOutbox({
  database,
  clock,
  mailer,
  appUrl,
  support,
  log,
}: PostOptions): EmailOutbox {
  const under = new Set<Promise<void>>();
  const send: Mailer['send'] = async (email) => mailer?.send(email);
  // Behind the `#`, so that it is in no server's log and in no Referer.
  const link = (name: string, token: string) => `${appUrl}/auth/login#${name}=${token}`;
  /** Unknown after a start: a failure of before may be kept. */
  let isWell = false;

  async function recover() {
    if (isWell) return;
    await forgetFailures(database.query, 'email', [subject]);
    isWell = true;
  }

  async function fail(error: unknown) {
    isWell = false;
    const reason = reasonOf(error);
    log.error({ reason }, 'an email was not sent');
    // Not tried again by itself: the next one shows.
    await recordFailure(database.query, { work: 'email', subject, error: reason, at: clock.now(), pause: 0 });
  }

  return {
    isOpen: mailer !== null,
    later(write) {
      if (!mailer) return;
      const done: Promise<void> = write()
        .then(recover, fail)
        .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the state of emails was not kept'))
        .finally(() => under.delete(done));
      under.add(done);
    },
    async confirmation({ id }, email, language, at) {
      const token = await makeToken(database.query, 'confirm', { user_id: id, email }, at);
      await send(emailFor('confirm', { language, to: email, link: link('confirm_token', token), support }));
    },
    async reset({ id }, email, language, at) {
      const token = await makeToken(database.query, 'reset', { user_id: id, email }, at);
      await send(emailFor('reset', { language, to: email, link: link('reset_token', token), support }));
    },
    async notice(occasion, email, language) {
      const page = occasion === 'emailChanged' || occasion === 'emailAsked' ? null : `${appUrl}/auth/login`;
      await send(emailFor(occasion, { language, to: email, link: page, support }));
    },
    async code(email, code, language) {
      await send(emailFor('code', { language, to: email, link: code, support }));
    },
    async drain() {
      await Promise.all([...under]);
    },
  };
}

// A mail server's answer may repeat the address: only its code is told.
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code || (error instanceof Error ? error.name : typeof error);
}
