import type { Logger } from 'pino';
import type { Language } from '../../contract/news.ts';
import { startWaiting } from '../accounts/recoveries.ts';
import { phraseOf } from '../accounts/securitySettings.ts';
import type { UserRow } from '../accounts/users.ts';
import { forgetFailures, recordFailure } from '../background/attempts.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import type { CodePurpose } from './codePurposes.ts';
import type { Mailer } from './mailer.ts';
import {
  type DueNotice,
  giveBackNotices,
  isWanted,
  keepReserved,
  markRefused,
  removeAllNotices,
  removeNotice,
  renewReservation,
  takeDueNotices,
} from './noticeQueue.ts';
import { makeNotMeToken } from './notMeLinks.ts';
import { aboutRecovery } from './recoveryNotices.ts';
import { askedEmail, codeEmail, noticeEmail, reportedBy } from './templates.ts';
import { makeToken } from './tokens.ts';

interface PostOptions {
  readonly database: Db;
  readonly clock: Clock;
  /** Null when no emails can be sent. */
  readonly mailer: Mailer | null;
  /** The app's own address, without a slash at its end. */
  readonly appUrl: string;
  /** The public contact address of support; null without one. */
  readonly support: string | null;
  readonly log: Logger;
}

/** Sends emails in the background: the duration of an answer must not tell whether an address has an account. */
export interface EmailOutbox {
  readonly isOpen: boolean;
  /** Runs `write` in the background. A failure is logged, and stored for the operator until an email is sent again. */
  later(write: () => Promise<void>): void;
  confirmation(user: UserRow, email: string, language: Language, at: Date): Promise<void>;
  /** Confirms an address that a person wants instead, with a token made when they asked. */
  newAddress(email: string, token: string, language: Language): Promise<void>;
  reset(user: UserRow, email: string, language: Language, at: Date): Promise<void>;
  /** Sent to a requested address that already has an account. */
  known(email: string, language: Language): Promise<void>;
  /** Tells the former owner of a closed account which data is kept, and until when. */
  closed(
    account: { readonly email: string; readonly phrase: string | null },
    keptUntil: Date,
    language: Language,
  ): Promise<void>;
  /** `code` proves, for `purpose` alone, that the person with the session reads this address's email. */
  code(email: string, code: string, purpose: CodePurpose, language: Language): Promise<void>;
  /** Sends the emails that `keepNotices` has stored; call it about every second. A failed one is logged and retried later. */
  sendNotices(): Promise<void>;
  /** Tells that the server stops: what still waits after a few seconds is left to other servers and to the next start. */
  retire(): void;
  /** Resolves when every email that somebody waits for is sent. */
  drain(): Promise<void>;
}

const subject = 'sending';
/** How long a server that stops goes on sending what waits, in milliseconds: a service manager kills it when it takes too long. */
const sendsAtStop = 5_000;

export function createEmailOutbox({
  database,
  clock,
  mailer,
  appUrl,
  support,
  log,
}: PostOptions): EmailOutbox {
  const { query } = database;
  const under = new Set<Promise<void>>();
  const send: Mailer['send'] = async (email) => mailer?.send(email);
  // After the `#`, so that it appears in no server's log and in no Referer.
  const link = (name: string, token: string) => `${appUrl}/auth/login#${name}=${token}`;
  /** False after a start, because an earlier failure may be stored. */
  let isWell = false;
  /** Since the epoch, in milliseconds. */
  let sendsUntil = Number.POSITIVE_INFINITY;
  const isStopping = () => clock.now().getTime() >= sendsUntil;

  async function recover() {
    if (isWell) return;
    await forgetFailures(query, 'email', [subject]);
    isWell = true;
  }

  async function fail(error: unknown) {
    isWell = false;
    const reason = reasonOf(error);
    log.error({ reason }, 'an email was not sent');
    // A requested email is not retried; the next one shows whether sending works again.
    await recordFailure(query, { work: 'email', subject, error: reason, at: clock.now(), pause: 0 });
  }

  /** Sends a reserved email, or removes it when it must not be sent. Answers the error of one that was not sent. */
  async function tryNotice(notice: DueNotice) {
    // Another server may have taken it while those before it were sent.
    if (!(await renewReservation(query, notice, clock.now()))) return;
    if (await isWanted(query, notice, clock.now()))
      return sendNotice(notice).then(recover, (error: unknown) => ({ error }));
    return removeNotice(query, notice.id);
  }

  /** Tries a reserved email, and answers whether the next one may be tried now. */
  async function sendNext(notice: DueNotice): Promise<boolean> {
    const failure = await tryNotice(notice);
    if (!failure) return true;
    await fail(failure.error);
    // Each email could wait for an unreachable server, so the rest is left to the next round.
    if (!isRefused(failure.error)) return false;
    await markRefused(query, notice.id);
    return true;
  }

  async function sendNotice(notice: DueNotice) {
    const { id, userId, to, occasion, language, facts } = notice;
    const at = clock.now();
    const told = await aboutRecovery(database, notice, at);
    if (told === null) return removeNotice(query, id);
    const { until } = told;
    const reported = reportedBy(occasion);
    const token =
      reported &&
      (await makeNotMeToken(query, { userId, occasion: reported, occurredAt: facts.at, at, until }));
    const notMe = token && `${appUrl}/not-me#token=${token}`;
    const link = told.token && `${appUrl}/recover#token=${told.token}`;
    const phrase = await phraseOf(query, to);
    const reader = { language, to, link, notMe, support, facts: { ...facts, until }, phrase };
    await keepReserved(query, clock, notice, () => send(noticeEmail(occasion, reader)));
    if (occasion === 'recoveryAsked') await startWaiting(database, userId, at);
    await removeNotice(query, id);
  }

  function askToConfirm(email: string, token: string, language: Language): Promise<void> {
    const url = link('confirm_token', token);
    // The owner of the address has not confirmed yet that the account is theirs.
    return send(askedEmail('confirm', { language, to: email, link: url, support, phrase: null }));
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
      const token = await makeToken(query, 'confirm', { user_id: id, email }, at);
      await askToConfirm(email, token, language);
    },
    newAddress: askToConfirm,
    async reset({ id }, email, language, at) {
      const token = await makeToken(query, 'reset', { user_id: id, email }, at);
      const phrase = await phraseOf(query, email);
      await send(
        askedEmail('reset', { language, to: email, link: link('reset_token', token), support, phrase }),
      );
    },
    async known(email, language) {
      const phrase = await phraseOf(query, email);
      await send(askedEmail('known', { language, to: email, link: `${appUrl}/auth/login`, support, phrase }));
    },
    async closed({ email, phrase }, keptUntil, language) {
      const date = keptUntil.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
      await send(askedEmail('accountClosed', { language, to: email, link: date, support, phrase }));
    },
    async code(email, code, purpose, language) {
      const phrase = await phraseOf(query, email);
      await send(codeEmail(purpose, { language, to: email, link: code, support, phrase }));
    },
    async sendNotices() {
      if (!mailer) return removeAllNotices(query);
      for (;;) {
        const { due, isLast } = await takeDueNotices(query, clock.now());
        for (const [index, notice] of due.entries()) {
          const isStuck = !(await sendNext(notice));
          if (isStuck || isStopping()) return giveBackNotices(query, due.slice(index + 1), clock.now());
        }
        if (isLast) return;
      }
    },
    retire() {
      sendsUntil = clock.now().getTime() + sendsAtStop;
    },
    async drain() {
      await Promise.all([...under]);
    },
  };
}

/** Whether the mail server, or what speaks to it, has refused this one email for good: its recipient or its text. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const isTemporary = 'responseCode' in error && Number(error.responseCode) < 500;
  return !isTemporary && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
}

// A mail server's answer may contain the address, so only its code is logged.
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code || (error instanceof Error ? error.name : typeof error);
}
