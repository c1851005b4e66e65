import { printMoney } from '../../contract/money.ts';
import {
  auditCall,
  createAccountCall,
  depositCall,
  freezeCall,
  signOutCall,
  unfreezeCall,
} from '../../contract/operator.ts';
import { worthInUsdt } from '../../contract/paymentTerms.ts';
import type { Token } from '../../contract/tokens.ts';
import { recordEvent } from '../accounts/accountEvents.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { openAccount } from '../accounts/registration.ts';
import { closeSessions } from '../accounts/sessions.ts';
import { liftWhenAgreed, rejectUnfreezing, voidPart } from '../accounts/unfreezing.ts';
import {
  type AccountName,
  freezeAccount,
  idOfNamed,
  lockNamed,
  tellUser,
  type UserRow,
} from '../accounts/users.ts';
import type { Auditor } from '../audit/auditor.ts';
import { Refusal } from '../core/refusal.ts';
import { announce } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { deposit } from '../ledger/deposits.ts';
import { worthOf } from '../payments/worth.ts';
import { readAmount } from '../tokens/amounts.ts';
import { ensureTokenAccount, requireListing } from '../tokens/listings.ts';
import { notificationsTopic } from '../topics/topics.ts';
import { recordTransaction } from '../transactions/records.ts';
import { book } from '../treasury/bookings.ts';
import type { Treasury } from '../treasury/treasury.ts';
import type { FourEyes } from './fourEyes.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly auditor: Auditor;
  readonly treasury: Treasury | null;
  readonly fourEyes: FourEyes;
}

export function operatorCalls(route: Route, { database, passwords, auditor, treasury, fourEyes }: World) {
  route(createAccountCall, async ({ body, at }) => {
    const { password, ...person } = body;
    requireUncommon(password, person);
    const password_hash = await passwords.hash('operator', password);
    return database.transaction(async (query) => {
      const user = await openAccount(query, { ...person, password_hash }, at);
      await recordEvent(query, { userId: user.id, type: 'registration_email', at });
      return tellUser(user);
    });
  });

  // A deposit that was carried out is answered again without a new approval.
  const isNew = async (query: Query, id: string) =>
    (await query('SELECT 1 FROM transactions WHERE id = $1', [id])).length === 0;
  const credit = fourEyes.guard(depositCall, {
    needs: (query, { id }) => isNew(query, id),
    async worth(query, { id, token, amount }, at) {
      if (!(await isNew(query, id))) return 0n;
      const listing = await requireListing(query, token);
      return worthInUsdt(readDeposit(amount, listing), await worthOf(query, listing, at));
    },
    async work(query, body, at) {
      const token = await requireListing(query, body.token);
      const amount = readDeposit(body.amount, token);
      const userId = await idOfNamed(query, body);
      await ensureTokenAccount(query, { ownerId: userId, symbol: token.symbol, at });
      const result = await deposit(query, {
        id: body.id,
        ownerId: userId,
        token: body.token,
        amount,
        operationId: body.id,
        at,
      });
      if (!result.ok)
        throw new Refusal(result.problem === 'id_reused' ? 'IDEMPOTENCY_MISMATCH' : 'NOT_FOUND');
      if (!result.value.replayed) {
        // Deposits over the chain are booked by themselves; a manual credit is booked as the operator's own funds.
        const given = { token: body.token, amount: -amount, reason: 'credit', note: body.id } as const;
        if (treasury) await book(query, treasury.chain, [given], at);
        await recordTransaction(query, {
          id: body.id,
          userId,
          operationId: body.id,
          kind: 'deposit',
          token: body.token,
          amount,
          timeline: [{ status: 'completed', at }],
        });
      }
      const balances = await balancesOf(query, userId);
      const available = balances.find((each) => each.token === body.token)?.available ?? 0n;
      return {
        id: body.id,
        token: body.token,
        amount: printMoney({ token, minor: amount }),
        available: printMoney({ token, minor: available }),
      };
    },
  });
  route(depositCall, async ({ body: { email, account, ...given }, ...incoming }) => {
    // What is wrong with the amount is told before the account is looked up.
    readDeposit(given.amount, await requireListing(database.query, given.token));
    const name = await settledName(database.query, { email, account });
    return credit({ ...incoming, body: { ...given, ...name } });
  });

  // A newer freeze is not the one that others have agreed to lift, also when its reason stays.
  route(freezeCall, ({ body: { email, account, ...given }, operator, at }) =>
    database.transaction(async (query) => {
      const id = await idOfNamed(query, { email, account });
      const rejecting = { operator: operator.name, at };
      // An approval locks its proposal before the account. What was proposed until the account was locked here is rejected after that.
      await rejectUnfreezing(query, id, rejecting);
      const found = await lockNamed(query, { account: id });
      await rejectUnfreezing(query, id, rejecting);
      const frozen = await freezeAccount(query, found, { ...given, at });
      await voidPart(query, id, 'approved');
      return announced(query, { ...frozen, not_me_approved_at: null });
    }),
  );

  const unfreeze = fourEyes.guard(unfreezeCall, {
    async needs(query, name) {
      return (await lockNamed(query, name)).frozen_at !== null;
    },
    work: async (query, { seen, ...name }, at) => {
      const found = await lockNamed(query, name);
      if (seen && isFrozenAnew(found, seen)) throw new Refusal('STATUS_CONFLICT');
      const lifted = await liftWhenAgreed(query, found, { part: 'approved', language: null, at });
      return announced(query, lifted);
    },
    // A newer freeze rejects the proposal.
    kept: ({ seen: _, ...name }) => name,
  });
  route(unfreezeCall, async ({ body: { seen, ...name }, ...incoming }) => {
    const settled = await settledName(database.query, name);
    return unfreeze({ ...incoming, body: { ...settled, ...(seen && { seen }) } });
  });

  route(signOutCall, ({ body }) =>
    database.transaction(async (query) => {
      const user = await lockNamed(query, body);
      await closeSessions(query, user.id, null);
      return tellUser(user);
    }),
  );

  route(auditCall, ({ at }) => auditor.report(at));
}

/** Whether an account has another freeze than the one that was looked at. */
function isFrozenAnew(
  { frozen_at, frozen_reason, frozen_note }: UserRow,
  { since, reason, note }: { since: string; reason: string | null; note: string | null },
): boolean {
  if (frozen_at === null) return false;
  return frozen_at.getTime() !== Date.parse(since) || frozen_reason !== reason || frozen_note !== note;
}

/**
 * The name by which a proposal is stored: the id in place of an email or a username, which may belong to another account by the time of the
 * approval.
 */
async function settledName(query: Query, name: AccountName): Promise<AccountName> {
  return { account: await idOfNamed(query, name) };
}

/** Announces the change, so that the account's open pages read it at once. */
async function announced(query: Query, user: UserRow) {
  await announce(query, notificationsTopic(user.id));
  return tellUser(user);
}

/** Above any supply, and far below what the column can hold. */
const largestDeposit = 10n ** 15n;

/** Reads a deposited amount, in minor units. */
export function readDeposit(text: string, token: Token): bigint {
  const amount = readAmount(text, token);
  if (amount > largestDeposit * 10n ** BigInt(token.decimals)) throw new Refusal('AMOUNT_TOO_LARGE');
  return amount;
}
