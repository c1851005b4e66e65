import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '../../contract/notifications.ts';
import {
  type NotMeReport,
  notMeCall,
  notMeNotificationCall,
  proveUnfreezeCall,
} from '../../contract/notMe.ts';
import { reportableIn } from '../../contract/occasions.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import { stopRecovery } from '../accounts/recoveries.ts';
import { closeSessions } from '../accounts/sessions.ts';
import { liftWhenAgreed, rejectUnfreezing, voidPart } from '../accounts/unfreezing.ts';
import { freezeAccount, lockUser, tellUser } from '../accounts/users.ts';
import { takeProof } from '../auth/stepUp.ts';
import { Refusal } from '../core/refusal.ts';
import { type Limit, networkOf, takeUse } from '../core/throttle.ts';
import { announce } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import { findNotMeLink } from '../email/notMeLinks.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import { voidTokens } from '../email/tokens.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { canReport } from '../notifications/store.ts';
import { endPayment } from '../payments/payments.ts';
import { notificationsTopic } from '../topics/topics.ts';
import { addToNotMeTicket, openNotMeTicket, type Reporting } from './notMeTicket.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
}

/** The uses of links from one network, valid or not. */
const reportsByNetwork: Limit = { name: 'not-me-network', burst: 20, every: 60_000, byNetwork: true };

/** Registers the calls of "This was not me", and of the person's part in lifting the freeze (decision 116). */
export function notMeCalls(route: Route, { database, outbox }: World) {
  route(notMeCall, async ({ body, address, language, at }) => {
    await takeUse(database.query, reportsByNetwork, networkOf(address), at);
    return database.transaction(async (query) => {
      const { user_id: userId, report_id: before } = await findNotMeLink(query, body.token, at);
      // A used link only answers, so it rejects nothing that was proposed since.
      if (before === null) await rejectUnfreezing(query, userId, { operator: null, at });
      await lockUser(query, userId);
      // Read again after the lock, because the same link may have been used meanwhile.
      const link = await findNotMeLink(query, body.token, at);
      const { occasion, occurred_at: occurredAt, report_id: reportId } = link;
      if (reportId !== null) return tellReport(query, reportId);
      const report = await reportAll(query, { userId, occasion, occurredAt, language, at });
      await query('UPDATE not_me_links SET report_id = $2 WHERE token_hash = $1', [link.token_hash, report]);
      return tellReport(query, report);
    });
  });

  route(notMeNotificationCall, async ({ params, session, address, language, at }) => {
    await takeUse(database.query, reportsByNetwork, networkOf(address), at);
    const userId = session.user.id;
    return database.transaction(async (query) => {
      await rejectUnfreezing(query, userId, { operator: null, at });
      await lockUser(query, userId);
      const [found] = await query<{ kind: NotificationKind; outcome: string | null; created_at: Date }>(
        'SELECT kind, outcome, created_at FROM notifications WHERE id = $1 AND user_id = $2',
        [params.id, userId],
      );
      const occasion = found ? reportableIn(found) : null;
      if (!found || occasion === null) throw new Refusal('NOT_FOUND');
      const { created_at: occurredAt } = found;
      if (!canReport(found, at)) throw new Refusal('LINK_EXPIRED');
      return tellReport(query, await reportAll(query, { userId, occasion, occurredAt, language, at }));
    });
  });

  route(proveUnfreezeCall, async ({ session, stepUp, language, at }) => {
    const proof = { shown: stepUp, hasEmails: outbox.isOpen, at };
    return database.transaction(async (query) => {
      const user = await lockUser(query, session.user.id);
      if (user.not_me_at === null) throw new Refusal('STATUS_CONFLICT');
      await takeProof(query, session, 'unfreeze', proof);
      const done = await liftWhenAgreed(query, user, { part: 'proven', language, at });
      await announce(query, notificationsTopic(user.id));
      return tellUser(done);
    });
  });
}

/**
 * Does everything for a "This was not me" report on a locked account, in one transaction, and answers the report's id; answers the open
 * report when there is one. An operator's freeze keeps its reason.
 */
async function reportAll(query: Query, reporting: Reporting): Promise<string> {
  const { userId, occasion, language, at } = reporting;
  await stopRecovery(query, userId, { outcome: 'not_me', at });
  // Both callers have rejected them before they locked the account, too.
  await rejectUnfreezing(query, userId, { operator: null, at });
  const [openReport] = await query<OpenReport>(
    'SELECT id, ticket_id FROM not_me_reports WHERE user_id = $1 AND lifted_at IS NULL',
    [userId],
  );
  if (openReport) return joinReport(query, openReport, reporting);
  const user = await lockUser(query, userId);
  if (user.frozen_at === null) await freezeAccount(query, user, { reason: 'not_me', at });
  await query(
    'UPDATE users SET not_me_at = $2, not_me_proven_at = NULL, not_me_approved_at = NULL WHERE id = $1',
    [userId, at],
  );
  const cancelled = await cancelAll(query, userId, at);
  const held = await countHeld(query, userId);
  await endSessions(query, userId);
  const ticketId = await openNotMeTicket(query, { ...reporting, cancelled, held });
  const id = randomUUID();
  await query(
    `INSERT INTO not_me_reports (id, user_id, occasion, reported_at, ticket_id, cancelled, held)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, occasion, at, ticketId, cancelled, held],
  );
  await keepNotices(query, [{ userId, occasion: 'reported', language, subjectId: ticketId, at }]);
  await announce(query, notificationsTopic(userId));
  return id;
}

interface OpenReport {
  readonly id: string;
  readonly ticket_id: string;
}

/**
 * Joins the open report, and answers its id. Whoever did what the person disowns may also have given the proof for lifting the freeze, so
 * both parts are void.
 */
async function joinReport(query: Query, open: OpenReport, reporting: Reporting): Promise<string> {
  const { userId } = reporting;
  await endSessions(query, userId);
  await voidPart(query, userId, 'proven');
  await voidPart(query, userId, 'approved');
  const ticketId = await addToNotMeTicket(query, open.ticket_id, reporting);
  await query('UPDATE not_me_reports SET ticket_id = $2 WHERE id = $1', [open.id, ticketId]);
  return open.id;
}

/** Ends all sessions, forgets all devices, and voids all links in emails. */
async function endSessions(query: Query, userId: string): Promise<void> {
  await closeSessions(query, userId, null);
  await forgetDevices(query, userId, null);
  await voidTokens(query, userId);
}

/** Cancels all payments that were not approved; answers how many. */
async function cancelAll(query: Query, payerId: string, at: Date): Promise<number> {
  const pending = await query<{ id: string }>(
    `SELECT id FROM transactions WHERE user_id = $1 AND kind IN ('send', 'withdraw') AND status = 'pending'
     ORDER BY id FOR UPDATE`,
    [payerId],
  );
  for (const { id } of pending) await endPayment(query, { id, from: 'pending', to: 'cancelled', at });
  return pending.length;
}

/** The number of approved payments that no network was told of yet: they wait while the account is frozen. */
async function countHeld(query: Query, payerId: string): Promise<number> {
  const [counted] = await query<{ held: number }>(
    `SELECT count(*)::int AS held FROM transactions
     WHERE user_id = $1 AND kind IN ('send', 'withdraw') AND status = 'processing' AND handed_over_at IS NULL`,
    [payerId],
  );
  return counted?.held ?? 0;
}

async function tellReport(query: Query, id: string): Promise<NotMeReport> {
  const [row] = await query<{
    reported_at: Date;
    number: string;
    cancelled: number;
    held: number;
    lifted_at: Date | null;
  }>(
    `SELECT reported_at, tickets.number, cancelled, held, lifted_at FROM not_me_reports
     JOIN tickets ON tickets.id = ticket_id WHERE not_me_reports.id = $1`,
    [id],
  );
  if (!row) throw new Error('a report is kept');
  const { reported_at, number, cancelled, held, lifted_at } = row;
  return {
    reported_at: reported_at.toISOString(),
    ticket: Number(number),
    cancelled,
    held,
    lifted_at: lifted_at?.toISOString() ?? null,
  };
}
