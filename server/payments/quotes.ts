import { randomUUID } from 'node:crypto';
import { printMoney } from '../../contract/money.ts';
import { mostPossible, type TransactionQuote } from '../../contract/transactions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { balancesOf } from '../ledger/accounts.ts';
import type { Fraction } from '../rates/rates.ts';
import { readAmount } from '../tokens/amounts.ts';
import { type Listing, requireListing } from '../tokens/listings.ts';
import { requireLeaving } from './leaving.ts';
import { type LimitSettings, leftOf, requireWithin, tellLimits, type Used, usedBy } from './limits.ts';
import { factsOf, findRecipient } from './recipients.ts';
import { termsOf } from './terms.ts';
import { amountWorth, smallest, worthInUsdt, worthOf } from './worth.ts';

export type PaymentKind = 'send' | 'withdraw';

interface QuoteRequest {
  readonly kind: PaymentKind;
  readonly token: string;
  readonly amount: string;
  readonly to: string;
}

/** A quote as it stands, in minor units. */
export interface StandingQuote {
  readonly id: string;
  readonly payerId: string;
  readonly kind: PaymentKind;
  readonly token: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly fee: bigint;
  /** In minor units of USDT; null when it was quoted for another account. */
  readonly value: bigint | null;
  readonly recipient: string;
  /** The account that has the recipient's address, or null. */
  readonly ownerId: string | null;
  /** The payer's address for the token, if one was made. */
  readonly payerAddress: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

interface QuoteRow extends Omit<StandingQuote, 'amount' | 'fee' | 'value'> {
  readonly amount: string;
  readonly fee: string;
  readonly value: string | null;
}

const lifetime = 60_000;

interface QuoteWorld {
  readonly payerId: string;
  readonly hasNetwork: boolean;
  readonly limits: LimitSettings;
  readonly at: Date;
}

/** Judges a payment, keeps it for a minute, and tells what it would cost and whom it would reach. Refuses by code and field. */
export async function makeQuote(
  query: Query,
  request: QuoteRequest,
  { payerId, hasNetwork, limits, at }: QuoteWorld,
): Promise<TransactionQuote> {
  const { kind, token } = request;
  const listing = await requireListing(query, token);
  const recipient = await findRecipient(query, payerId, request.to);
  const leaves = recipient.ownerId === null;
  if (leaves) await requireLeaving(query, token, hasNetwork);
  const terms = termsOf(listing, leaves);
  const balances = await balancesOf(query, payerId);
  const available = balances.find((each) => each.token === token)?.available ?? 0n;
  const allowance = leaves ? await allowanceOf(query, listing, { payerId, limits, at }) : null;
  const left = available - terms.fee;
  const most = smallest(left, terms.maximum, allowance?.most ?? terms.maximum);
  const isLimited = allowance !== null && allowance.most < terms.minimum && left >= terms.minimum;
  if (request.amount === mostPossible && isLimited) {
    requireWithin(allowance.used, worthInUsdt(terms.minimum, allowance.worth), limits);
  }
  const amount = request.amount === mostPossible ? most : readAmount(request.amount, listing);
  if (amount < terms.minimum) throw new Refusal('AMOUNT_TOO_SMALL', { fields: { amount: 'too_small' } });
  if (amount > terms.maximum) throw new Refusal('AMOUNT_TOO_LARGE', { fields: { amount: 'too_large' } });
  if (amount + terms.fee > available)
    throw new Refusal('INSUFFICIENT_BALANCE', { fields: { amount: 'insufficient' } });
  const value = allowance && worthInUsdt(amount, allowance.worth);
  if (allowance && value !== null) requireWithin(allowance.used, value, limits);

  const id = randomUUID();
  const expiresAt = new Date(at.getTime() + lifetime);
  await query(
    `INSERT INTO transaction_quotes (id, user_id, kind, token, amount, fee, recipient, expires_at, value)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, payerId, kind, token, amount, terms.fee, recipient.address, expiresAt, value],
  );
  const tell = (minor: bigint) => printMoney({ token: listing, minor });
  return {
    id,
    kind,
    token,
    amount: tell(amount),
    fee: { amount: tell(terms.fee), token },
    total: tell(amount + terms.fee),
    to: recipient.address,
    recipient: await factsOf(query, payerId, recipient),
    minimum: tell(terms.minimum),
    maximum: tell(most),
    limits: allowance && tellLimits(allowance.used, limits),
    expires_at: expiresAt.toISOString(),
  };
}

/** What a person may pay to the network of a token, and by which worth of it. */
interface Allowance {
  readonly used: Used;
  readonly worth: Fraction;
  /** In minor units of the token. */
  readonly most: bigint;
}

async function allowanceOf(
  query: Query,
  listing: Listing,
  { payerId, limits, at }: Pick<QuoteWorld, 'payerId' | 'limits' | 'at'>,
): Promise<Allowance> {
  const used = (await usedBy(query, [payerId], at)).get(payerId);
  if (!used) throw new Error('nobody pays');
  const worth = await worthOf(query, listing, at);
  return { used, worth, most: amountWorth(leftOf(used, limits).least, worth) };
}

/** The quotes of these ids, locked in their order: until the end of the transaction nobody else spends them. */
export async function lockQuotes(
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StandingQuote>> {
  const rows = await query<QuoteRow>(
    `SELECT quote.id, quote.user_id AS "payerId", quote.kind, quote.token, tokens.decimals, quote.amount, quote.fee, quote.value, quote.recipient,
      payee.user_id AS "ownerId", payer.address AS "payerAddress", quote.expires_at AS "expiresAt", quote.used_at AS "usedAt"
    FROM transaction_quotes quote JOIN tokens ON tokens.symbol = quote.token
    LEFT JOIN deposit_addresses payee ON payee.address = quote.recipient
    LEFT JOIN deposit_addresses payer ON payer.user_id = quote.user_id AND payer.token = quote.token
    WHERE quote.id = ANY ($1::uuid[])
    ORDER BY quote.id FOR NO KEY UPDATE OF quote`,
    [ids],
  );
  return new Map(
    rows.map((row) => {
      const value = row.value === null ? null : BigInt(row.value);
      return [row.id, { ...row, amount: BigInt(row.amount), fee: BigInt(row.fee), value }];
    }),
  );
}

/** Marks locked quotes as used, each at its time. */
export async function spendQuotes(query: Query, spent: ReadonlyMap<string, Date>): Promise<void> {
  if (spent.size === 0) return;
  await query(
    `UPDATE transaction_quotes quote SET used_at = spent.at
    FROM unnest($1::uuid[], $2::timestamptz[]) AS spent (id, at) WHERE quote.id = spent.id`,
    [[...spent.keys()], [...spent.values()]],
  );
}

/** Forgets quotes that ended more than a day ago: until then a late caller is told why. */
export async function sweepQuotes(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM transaction_quotes WHERE expires_at < $1', [new Date(at.getTime() - 86_400_000)]);
}
