import { randomUUID } from 'node:crypto';
import type { Language } from '../../contract/news.ts';
import { ok, type Result, refused } from '../../contract/result.ts';
import { activeOf, closedOf } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query, Write } from '../database/db.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { type LedgerBatch, openLedgerBatch } from '../ledger/batch.ts';
import type { Transfer } from '../ledger/transfers.ts';
import { keepNotices, type Notice } from '../notices/notices.ts';
import { balanceRefusal } from '../tokens/amounts.ts';
import { ensureTokenAccounts } from '../tokens/listings.ts';
import { type NewTransaction, recordTransactions } from '../transactions/records.ts';
import {
  type Acquaintance,
  acquaintances,
  type CoolingSettings,
  ownRules,
  paidToNew,
  type RulesOf,
  requireAllowed,
  requireSmall,
  smallAllowance,
} from './cooling.ts';
import { withdrawableTokens } from './leaving.ts';
import { type LimitSettings, requireWithin, type Used, usedBy } from './limits.ts';
import { receiptOf } from './payments.ts';
import { lockQuotes, type PaymentKind, type StoredQuote, spendQuotes } from './quotes.ts';
import { requireOpen } from './recipients.ts';

export interface Order {
  readonly quoteId: string;
  readonly payerId: string;
  readonly kind: PaymentKind;
  /** The payer's language; null when unknown. */
  readonly language: Language | null;
  readonly at: Date;
}

/** Which payments of a batch need a fresh proof of the payer, and which proofs were given. */
export interface OrderProofs<O extends Order> {
  /** Refuses with STEP_UP_REQUIRED an order that needs another proof than the given one. `worth` as in the quote. */
  require(order: O, worth: bigint | null): void;
  /** Counts an accepted payment towards the limit of later ones. */
  accept(order: O, worth: bigint | null): void;
  /** Stores the counts, and marks the proofs of accepted payments as used. */
  write(run: Write): Promise<void>;
}

interface Rules<O extends Order> {
  readonly hasNetwork: boolean;
  readonly limits: LimitSettings;
  readonly cooling: CoolingSettings;
  /** The server's time, which has gone on since the requests arrived. */
  readonly now: () => Date;
  /** Called once for all orders, after their payers are locked. */
  readonly proofs: (query: Query, orders: readonly O[]) => Promise<OrderProofs<O>>;
}

/** A stored payment, and the decimals of its token. */
interface Paid {
  readonly line: NewTransaction;
  readonly decimals: number;
}

/** The data by which each order is judged, updated by the orders accepted before it. */
interface PaymentBatch<O extends Order> {
  readonly proofs: OrderProofs<O>;
  readonly active: ReadonlySet<string>;
  /** Recipients whose accounts are closed. */
  readonly closed: ReadonlySet<string>;
  readonly quotes: ReadonlyMap<string, StoredQuote>;
  /** The time at which the quotes were locked, by which their ends are judged. */
  readonly lockedAt: Date;
  readonly leaving: readonly string[];
  readonly limits: LimitSettings;
  /** What each payer has used of their limits, including accepted orders of this batch. */
  readonly used: ReadonlyMap<string, Used>;
  readonly cooling: CoolingSettings;
  /** The payers' acquaintance with the recipients, by quote. */
  readonly known: ReadonlyMap<string, Acquaintance>;
  /** What each payer has paid to new addresses, including accepted orders of this batch. */
  readonly paidToNew: Map<string, bigint>;
  readonly batch: LedgerBatch;
  readonly spent: Map<string, Date>;
  readonly lines: NewTransaction[];
}

/**
 * Pays quotes, one order after the other, and answers the transaction of each or why it was refused; a refused order changes
 * nothing. A payment to another account is completed at once; a withdrawal is held, and `pending` until it is approved and settled.
 * All reads come before the first judgement and all writes with the commit, so many orders cost little more than one (decision 251).
 */
export async function payMany<O extends Order>(
  { query, atCommit }: { readonly query: Query; readonly atCommit: Write },
  orders: readonly O[],
  { hasNetwork, limits, cooling, now, proofs: proofsOf }: Rules<O>,
): Promise<Result<Paid, Refusal>[]> {
  const payers = orders.map(({ payerId }) => payerId);
  const quotes = await lockQuotes(
    query,
    orders.map(({ quoteId }) => quoteId),
  );
  const lockedAt = now();
  const found = [...quotes.values()];
  const isLeaving = found.some(leaves);
  const at = earliest(orders);
  const payees = found.flatMap(({ ownerId, token }) => (ownerId === null ? [] : [{ ownerId, token }]));
  // Sent together. They run in this order, which is that of the locks: people, sessions, accounts.
  const [active, closed, proofs, leaving, used, rulesOf, , batch] = await Promise.all([
    activeOf(query, payers, isLeaving ? 'alone' : 'shared'),
    closedOf(query, [...new Set(payees.map(({ ownerId }) => ownerId))]),
    proofsOf(query, orders),
    isLeaving ? withdrawableTokens(query, hasNetwork) : [],
    isLeaving ? usedBy(query, payers, at) : new Map<string, Used>(),
    ownRules(
      query,
      found.map(({ payerId }) => payerId),
      cooling,
      at,
    ),
    ensureTokenAccounts(query, payees, at),
    openLedgerBatch(query, found.flatMap(accountsOf)),
  ]);
  const recipients = await recipientsOf(query, found, rulesOf, at);
  const batchState: PaymentBatch<O> = {
    proofs,
    active,
    closed,
    quotes,
    lockedAt,
    leaving,
    limits,
    used,
    cooling,
    ...recipients,
    batch,
    spent: new Map(),
    lines: [],
  };
  const outcomes = orders.map((order) => attempt(() => payOne(batchState, order)));
  await batch.write(atCommit);
  await recordTransactions(atCommit, batchState.lines);
  await spendQuotes(atCommit, batchState.spent);
  await proofs.write(atCommit);
  await keepNotices(atCommit, leavingOf(orders, outcomes));
  return outcomes;
}

/** Notices for withdrawals, which are sent at once. */
function leavingOf(orders: readonly Order[], outcomes: readonly Result<Paid, Refusal>[]): Notice[] {
  return orders.flatMap(({ payerId, language, at }, index) => {
    const paid = outcomes[index];
    if (!paid?.ok || paid.value.line.value === undefined) return [];
    const { id, token, amount, counterparty: detail = null } = paid.value.line;
    const money = { token, amount };
    return [{ userId: payerId, occasion: 'paymentOut', subjectId: id, detail, money, language, at }];
  });
}

function attempt<Value>(work: () => Value): Result<Value, Refusal> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function leaves({ ownerId }: StoredQuote): boolean {
  return ownerId === null;
}

/** Reads nothing for payments between accounts whose payers allow all addresses: those are allowed whatever is known of the address. */
async function recipientsOf(
  query: Query,
  all: readonly StoredQuote[],
  rulesOf: RulesOf,
  at: Date,
): Promise<Pick<PaymentBatch<Order>, 'known' | 'paidToNew'>> {
  const quotes = all.filter((quote) => leaves(quote) || rulesOf(quote.payerId).mustBeSaved);
  const pays = quotes.map(({ payerId, recipient, token }) => ({ payerId, address: recipient, token }));
  const found = await acquaintances(query, pays, rulesOf, at);
  const known = new Map(quotes.flatMap(({ id }, index) => (found[index] ? [[id, found[index]]] : [])));
  const isNew = (quote: StoredQuote) => leaves(quote) && known.get(quote.id)?.newUntil != null;
  const payers = quotes.filter(isNew).map(({ payerId }) => payerId);
  const paid = payers.length > 0 ? await paidToNew(query, payers, rulesOf, at) : [];
  return { known, paidToNew: new Map(paid) };
}

/** One window for all orders, which begins with the earliest. */
function earliest(orders: readonly Order[]): Date {
  return new Date(Math.min(...orders.map(({ at }) => at.getTime())));
}

/** Without a fee the account of the fees is not locked: it is one row per token, for which everybody would wait. */
function accountsOf({ payerId, ownerId, token, fee }: StoredQuote) {
  const people = ownerId === null ? [payerId] : [payerId, ownerId];
  const owners = ownerId !== null && fee > 0n ? [...people, systemOwners.fees] : people;
  return owners.map((owner) => ({ ownerId: owner, token }));
}

function payOne<O extends Order>(batchState: PaymentBatch<O>, order: O): Paid {
  if (!batchState.active.has(order.payerId)) throw new Refusal('ACCOUNT_BLOCKED');
  const quote = quoteOf(batchState, order);
  requireOpen(quote.ownerId, batchState.closed);
  const acquaintance = batchState.known.get(quote.id);
  if (acquaintance) requireAllowed(acquaintance, leaves(quote));
  batchState.proofs.require(order, quote.worth);
  const id = randomUUID();
  const { payerId, kind, at } = order;
  const { token, amount, fee, recipient: counterparty } = quote;
  const line = { id, userId: payerId, operationId: id, kind, token, amount, fee, counterparty };
  const { ownerId, value } = quote;
  const paid: NewTransaction =
    value === null
      ? { timeline: [{ status: 'completed', at }], ...line }
      : { value, timeline: [{ status: 'pending', at }], ...line };
  if (value !== null) hold(batchState, { ...quote, value }, id, at);
  else if (ownerId !== null) batchState.lines.push(transfer(batchState, { ...quote, ownerId }, id, at));
  batchState.lines.push(paid);
  batchState.spent.set(order.quoteId, at);
  batchState.proofs.accept(order, quote.worth);
  return { line: paid, decimals: quote.decimals };
}

/**
 * Checks that the quote can be spent now: once, by its payer, before it expires. Its end is judged when it is locked and the key is
 * claimed, not when the request arrived: whoever finds no trace of the key after that end can rely on it that nothing is paid.
 */
function quoteOf(
  { quotes, lockedAt, spent }: Pick<PaymentBatch<Order>, 'quotes' | 'lockedAt' | 'spent'>,
  { quoteId, payerId, kind }: Order,
): StoredQuote {
  const quote = quotes.get(quoteId);
  if (!quote || quote.payerId !== payerId || quote.kind !== kind) throw new Refusal('NOT_FOUND');
  if (quote.usedAt !== null || spent.has(quoteId)) throw new Refusal('QUOTE_USED');
  if (quote.expiresAt <= lockedAt) throw new Refusal('QUOTE_EXPIRED');
  // The address has become an account's since the quote, so this is no payment at all, or one at another price.
  if (quote.ownerId === payerId) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'own' } });
  if ((quote.value !== null) !== leaves(quote)) throw new Refusal('QUOTE_EXPIRED');
  return quote;
}

function hold(
  { leaving, limits, used, batch, known, cooling, paidToNew: paid }: PaymentBatch<Order>,
  quote: StoredQuote & { readonly value: bigint },
  id: string,
  at: Date,
) {
  const { payerId, token, amount, fee, value } = quote;
  if (!leaving.includes(token)) throw new Refusal('WITHDRAWALS_DISABLED');
  const mine = used.get(payerId);
  if (!mine) throw new Error('nobody pays');
  requireWithin(mine, value, limits);
  const newUntil = known.get(quote.id)?.newUntil ?? null;
  const isNew = newUntil !== null && newUntil > at;
  const already = paid.get(payerId) ?? 0n;
  if (isNew) requireSmall(newUntil, quote, smallAllowance(already, cooling, quote.isPriced));
  const placed = batch.hold({
    id,
    ownerId: payerId,
    token,
    amount: amount + fee,
    kind: 'withdrawal',
    operationId: id,
    since: at,
    until: null,
  });
  requireMoved(placed, batch, quote);
  mine.day += value;
  mine.month += value;
  if (isNew) paid.set(payerId, already + value);
}

/** Moves the amount and its fee, and answers the recipient's transaction. */
function transfer(
  { batch }: Pick<PaymentBatch<Order>, 'batch'>,
  quote: StoredQuote & { readonly ownerId: string },
  id: string,
  at: Date,
): NewTransaction {
  const { payerId, ownerId, token, amount, fee, payerAddress } = quote;
  const leg = { token, debitOwnerId: payerId, operationId: id, at };
  const legs: Transfer[] = [{ id, creditOwnerId: ownerId, amount, kind: 'send', ...leg }];
  if (fee > 0n) {
    legs.push({ id: randomUUID(), creditOwnerId: systemOwners.fees, amount: fee, kind: 'fee', ...leg });
  }
  requireMoved(batch.transfer(legs), batch, quote);
  return receiptOf({ payerAddress, ownerId, operationId: id, token, amount, at });
}

function requireMoved(
  moved: ReturnType<LedgerBatch['transfer']>,
  batch: LedgerBatch,
  { payerId, token: symbol, decimals }: StoredQuote,
): void {
  if (moved.ok) return;
  if (moved.problem === 'insufficient_balance') {
    const minor = batch.available({ ownerId: payerId, token: symbol });
    throw balanceRefusal({ token: { symbol, name: symbol, decimals }, minor });
  }
  throw new Error(`the ledger refused a payment: ${moved.problem}`);
}
