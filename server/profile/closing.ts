import { type ClosingObstacle, closeAccountCall, closingCall } from '../../contract/accountData.ts';
import { printMoney } from '../../contract/money.ts';
import { endOfLock, phraseOf, securityOf } from '../accounts/securitySettings.ts';
import type { UserRow } from '../accounts/users.ts';
import { takeProof } from '../auth/stepUp.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { openDeposits } from '../settlement/receiveDeposits.ts';
import { closeUser, keptUntil } from './closed.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
}

/** Registers the calls with which a person closes their account (decision 114). */
export function closingCalls(route: Route, { database, outbox }: World) {
  route(closingCall, async ({ session, at }) => ({
    obstacles: await obstaclesOf(database.query, session.user, at),
    kept_until: keptUntil(at).toISOString(),
  }));

  route(closeAccountCall, async ({ session, stepUp, language, at }) => {
    const closed = await database.transaction(async (query) => {
      // Payments to the account and logins lock this row too, so each either ends before, or finds the account closed.
      const [user] = await query<UserRow>('SELECT * FROM users WHERE id = $1 FOR UPDATE', [session.user.id]);
      if (!user || user.closed_at !== null) throw new Refusal('UNAUTHENTICATED');
      await takeProof(query, session, 'close', { shown: stepUp, hasEmails: outbox.isOpen, at });
      const obstacles = await obstaclesOf(query, user, at);
      if (obstacles.length > 0) throw hindered(obstacles);
      // The phrase is deleted with the account, so it is read before: the email about the closing is the last that shows it.
      const phrase = user.email === null ? null : await phraseOf(query, user.email);
      await closeUser(query, user, at);
      return { email: user.email, phrase };
    });
    const { email, phrase } = closed;
    if (email !== null) outbox.later(() => outbox.closed({ email, phrase }, keptUntil(at), language));
    return undefined;
  });
}

function hindered(obstacles: readonly ClosingObstacle[]): Refusal {
  const named = obstacles.map(({ reason, token, amount }) =>
    token === null ? reason : `${reason} of ${amount} ${token}`,
  );
  return new Refusal('STATUS_CONFLICT', { detail: `The account cannot be closed: ${named.join(', ')}.` });
}

interface Sum {
  readonly token: string;
  readonly minor: bigint;
}

/** Everything that prevents closing an account, by reason and token. */
async function obstaclesOf(query: Query, user: UserRow, at: Date): Promise<ClosingObstacle[]> {
  const security = await securityOf(query, user.id, at);
  // Deposits are read before balances: a deposit that is credited in between is counted twice, and never missed.
  const deposits = sumsOf(
    (await openDeposits(query, user.id)).map(({ token, amount }) => ({ token, minor: amount })),
  );
  const payments = await openPayments(query, user.id);
  const balances = await balancesOf(query, user.id);
  const isPaying = new Set(payments.map(({ token }) => token));
  const available = balances.map(({ token, available: minor }) => ({ token, minor }));
  const held = balances
    .filter(({ token }) => !isPaying.has(token))
    .map(({ token, pending, frozen }) => ({ token, minor: pending + frozen }));
  const rows = await query<{ symbol: string; decimals: number }>('SELECT symbol, decimals FROM tokens');
  const decimals = new Map(rows.map((each) => [each.symbol, each.decimals]));
  const nothing = { token: null, amount: null, until: null };
  const tell = (reason: ClosingObstacle['reason'], sums: readonly Sum[]) =>
    sums
      .filter(({ minor }) => minor > 0n)
      .map(({ token, minor }) => {
        const unit = { symbol: token, name: token, decimals: decimals.get(token) ?? 0 };
        return { reason, token, amount: printMoney({ token: unit, minor }), until: null };
      });
  const isLocked = security.values.lock_days > 0;
  return [
    ...(user.frozen_at === null ? [] : [{ ...nothing, reason: 'frozen' as const }]),
    ...(isLocked
      ? [{ ...nothing, reason: 'locked' as const, until: endOfLock(security)?.toISOString() ?? null }]
      : []),
    ...tell('balance', available),
    ...tell('hold', held),
    ...tell('payment', payments),
    ...tell('deposit', deposits),
  ];
}

/** The amounts in a person's unfinished payments and exchanges. */
async function openPayments(query: Query, userId: string): Promise<Sum[]> {
  const rows = await query<{ token: string; amount: string }>(
    `SELECT token, amount FROM transactions
     WHERE user_id = $1 AND status IN ('pending', 'processing') AND kind IN ('send', 'withdraw')
     UNION ALL SELECT from_token, pay FROM exchanges WHERE user_id = $1 AND status = 'pending'`,
    [userId],
  );
  return sumsOf(rows.map(({ token, amount }) => ({ token, minor: BigInt(amount) })));
}

function sumsOf(parts: readonly Sum[]): Sum[] {
  const sums = new Map<string, bigint>();
  for (const { token, minor } of parts) sums.set(token, (sums.get(token) ?? 0n) + minor);
  return [...sums].sort().map(([token, minor]) => ({ token, minor }));
}
