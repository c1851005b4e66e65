import { randomUUID } from 'node:crypto';
import { printMoney } from '../../contract/money.ts';
import type { TransactionQuote } from '../../contract/transactions.ts';
import type { Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isVerified } from '../kyc/verified.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { readAmount } from '../tokens/amounts.ts';
import { requireListing } from '../tokens/listings.ts';
import { requireLeaving } from './leaving.ts';
import { factsOf, findRecipient } from './recipients.ts';
import { termsOf } from './terms.ts';

export type PaymentKind = 'send' | 'withdraw';

interface Wish {
  readonly kind: PaymentKind;
  readonly token: string;
  readonly amount: string;
  readonly to: string;
}

/** A payment as it was quoted, in minor units. */
export interface Quote {
  readonly kind: PaymentKind;
  readonly token: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly recipient: string;
}

interface QuoteRow extends Omit<Quote, 'amount' | 'fee'> {
  readonly amount: string;
  readonly fee: string;
}

const lifetime = 60_000;

/** Judges a payment, keeps it for a minute, and tells what it would cost and whom it would reach. Refuses by code and field. */
export async function makeQuote(
  query: Query,
  wish: Wish,
  { payerId, hasNetwork, at }: { payerId: string; hasNetwork: boolean; at: Date },
): Promise<TransactionQuote> {
  const { kind, token } = wish;
  const listing = await requireListing(query, token);
  const recipient = await findRecipient(query, payerId, wish.to);
  const leaves = kind === 'withdraw' || recipient.ownerId === null;
  if (leaves) await requireLeaving(query, token, hasNetwork);
  const terms = termsOf(listing, leaves);
  const balances = await balancesOf(query, payerId);
  const available = balances.find((each) => each.token === token)?.available ?? 0n;
  const amount = readAmount(wish.amount, listing);
  if (amount < terms.minimum) throw new Refusal('AMOUNT_TOO_SMALL', { fields: { amount: 'too_small' } });
  if (amount > terms.maximum) throw new Refusal('AMOUNT_TOO_LARGE', { fields: { amount: 'too_large' } });
  if (amount + terms.fee > available)
    throw new Refusal('INSUFFICIENT_BALANCE', { fields: { amount: 'insufficient' } });
  const most = leaves && !(await isVerified(query, payerId, at)) ? listing.unverified : terms.maximum;
  if (amount > most) throw new Refusal('KYC_REQUIRED', { fields: { amount: 'too_large' } });

  const id = randomUUID();
  const expiresAt = new Date(at.getTime() + lifetime);
  await query(
    `INSERT INTO transaction_quotes (id, user_id, kind, token, amount, fee, recipient, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, payerId, kind, token, amount, terms.fee, recipient.address, expiresAt],
  );
  const tell = (minor: bigint) => printMoney({ token: listing, minor });
  const payable = available - terms.fee;
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
    maximum: tell(payable < most ? payable : most),
    expires_at: expiresAt.toISOString(),
  };
}

/** Spends a quote: once, by the one it was made for, before it expires. Refuses with NOT_FOUND, QUOTE_USED or QUOTE_EXPIRED. */
export async function spendQuote(
  query: Query,
  { id, payerId, kind, at }: { id: string; payerId: string; kind: PaymentKind; at: Date },
): Promise<Quote> {
  const [spent] = await query<QuoteRow>(
    `UPDATE transaction_quotes SET used_at = $4
    WHERE id = $1 AND user_id = $2 AND kind = $3 AND used_at IS NULL AND expires_at > $4
    RETURNING kind, token, amount, fee, recipient`,
    [id, payerId, kind, at],
  );
  if (spent) return { ...spent, amount: BigInt(spent.amount), fee: BigInt(spent.fee) };
  const [found] = await query<{ used_at: Date | null }>(
    'SELECT used_at FROM transaction_quotes WHERE id = $1 AND user_id = $2 AND kind = $3',
    [id, payerId, kind],
  );
  if (!found) throw new Refusal('NOT_FOUND');
  throw new Refusal(found.used_at ? 'QUOTE_USED' : 'QUOTE_EXPIRED');
}

/** Forgets quotes that ended more than a day ago: until then a late caller is told why. */
export async function sweepQuotes(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM transaction_quotes WHERE expires_at < $1', [new Date(at.getTime() - 86_400_000)]);
}
