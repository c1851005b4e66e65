import { randomUUID } from 'node:crypto';
import { printMoney } from '../../contract/money.ts';
import {
  amountWorth,
  mostPayable,
  paymentProblem,
  smallest,
  worthInUsdt,
} from '../../contract/paymentTerms.ts';
import { mostPossible, type TransactionQuote } from '../../contract/transactions.ts';
import { inOrder } from '../core/inOrder.ts';
import { Refusal } from '../core/refusal.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query, Write } from '../database/db.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { amountRefusal, readAmount } from '../tokens/amounts.ts';
import { requireListing } from '../tokens/listings.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import {
  acquaintances,
  type CoolingSettings,
  ownRules,
  paidToNew,
  requireAllowed,
  requireSmall,
  type SmallAllowance,
  smallAllowance,
  tellAllowance,
} from './cooling.ts';
import { requireLeaving } from './leaving.ts';
import { type LimitSettings, leftOf, requireWithin, tellLimits, type Used, usedBy } from './limits.ts';
import { type ChainGas, leavingFee } from './networkFee.ts';
import type { FoundPerson } from './people.ts';
import { factsOf, findRecipient, hasPaid } from './recipients.ts';
import { termsOf } from './terms.ts';
import { type Worth, worthOf } from './worth.ts';

export type PaymentKind = 'send' | 'withdraw';

interface QuoteRequest {
  /** When left out, the recipient decides. */
  readonly kind?: PaymentKind | undefined;
  readonly token: string;
  readonly amount: string;
  /** An address. */
  readonly to: string;
  /** The person, when the recipient was named by username or email. */
  readonly person?: FoundPerson | null;
}

/** A stored quote; amounts in minor units. */
export interface StoredQuote {
  readonly id: string;
  readonly payerId: string;
  readonly kind: PaymentKind;
  readonly token: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly fee: bigint;
  /** In minor units of USDT; null when it was quoted for another account. */
  readonly value: bigint | null;
  /** Whether the value comes from a price. */
  readonly isPriced: boolean;
  /** In minor units of USDT, for any recipient; null when no price is known. */
  readonly worth: bigint | null;
  readonly recipient: string;
  /** The account that owns the recipient's address, or null. */
  readonly ownerId: string | null;
  /** The payer's address for the token, if there is one. */
  readonly payerAddress: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

interface QuoteRow extends Omit<StoredQuote, 'amount' | 'fee' | 'value' | 'worth'> {
  readonly amount: string;
  readonly fee: string;
  readonly value: string | null;
  readonly worth: string | null;
}

const lifetime = 60_000;
/** How much longer a quote is valid while its payer gets a proof, such as a code from an email. */
const extension = 5 * 60_000;

interface QuoteWorld {
  readonly payerId: string;
  readonly hasNetwork: boolean;
  /** The network that deposits arrive by; null without one. */
  readonly network: DepositNetwork | null;
  readonly limits: LimitSettings;
  readonly cooling: CoolingSettings;
  /** The network's gas costs; null without a chain that reports them. */
  readonly chainGas: ChainGas | null;
  /** From this age, in milliseconds, a price is ignored. */
  readonly priceAge: number;
  readonly at: Date;
}

/**
 * Checks a payment, stores a quote for a minute, and answers its costs and recipient. Refuses by code and field. What does not depend on each
 * other is read together, so `query` should be of one connection (`Db.together`).
 */
export async function makeQuote(
  query: Query,
  request: QuoteRequest,
  world: QuoteWorld,
): Promise<TransactionQuote> {
  const { token } = request;
  const { payerId, limits, at } = world;
  const read = await readFor(query, request, world);
  const { listing, recipient, leaves, leaving, worth, acquaintance, balances } = read;
  const kind = request.kind ?? (leaves ? 'withdraw' : 'send');
  const terms = termsOf(listing, leaving?.fee ?? null);
  const available = balances.find((each) => each.token === token)?.available ?? 0n;
  requireAllowed(acquaintance, leaves);
  const allowance = leaves ? await allowanceOf(query, read, world) : null;
  const most = mostPayable({ ...terms, available, allowance: allowance?.most ?? null });
  if (request.amount === mostPossible && allowance) {
    judgeMost(allowance, { terms, left: available - terms.fee, limits });
  }
  const amount = request.amount === mostPossible ? most : readAmount(request.amount, listing);
  const problem = paymentProblem(amount, { ...terms, available });
  if (problem) throw amountRefusal(problem, { ...terms, token: listing, available });
  const value = allowance && worthInUsdt(amount, worth);
  if (allowance && value !== null) judge(allowance, value, limits);

  const id = randomUUID();
  const expiresAt = new Date(at.getTime() + lifetime);
  await query(
    `INSERT INTO transaction_quotes (id, user_id, kind, token, amount, fee, recipient, expires_at, value, is_priced, worth)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, payerId, kind, token, amount, terms.fee, recipient.address, expiresAt, value],
      allowance === null || worth.isPriced,
      worth.isPriced ? worthInUsdt(amount, worth) : null,
    ],
  );
  const tell = (minor: bigint) => printMoney({ token: listing, minor });
  return {
    id,
    kind,
    token,
    amount: tell(amount),
    fee: { amount: tell(terms.fee), token },
    fee_basis: leaving?.basis ?? null,
    total: tell(amount + terms.fee),
    to: recipient.address,
    recipient: {
      ...(await factsOf(query, payerId, recipient, { ...acquaintance, isPaid: read.isPaid })),
      allowance: allowance?.small ? tellAllowance(allowance.small) : null,
      person: request.person ?? null,
    },
    minimum: tell(terms.minimum),
    maximum: tell(most),
    limits: allowance && tellLimits(allowance.used, limits),
    expires_at: expiresAt.toISOString(),
  };
}

/** Reads what a quote depends on, in two round trips, and refuses an unknown token, a recipient that cannot be paid, and what must not leave. */
async function readFor(
  query: Query,
  { token, to: typed }: QuoteRequest,
  { payerId, hasNetwork, network, cooling, chainGas, priceAge, at }: QuoteWorld,
) {
  const [listing, recipient, balances, rulesOf] = await inOrder([
    requireListing(query, token),
    findRecipient(query, payerId, { typed, network }),
    balancesOf(query, payerId),
    ownRules(query, [payerId], cooling, at),
  ]);
  const { address, ownerId } = recipient;
  const leaves = ownerId === null;
  const [, leaving, worth, [acquaintance], isPaid] = await inOrder([
    leaves && requireLeaving(query, token, hasNetwork),
    leaves ? leavingFee(query, listing, { chainGas, priceAge, at }) : null,
    worthOf(query, listing, at),
    acquaintances(query, [{ payerId, address, token }], rulesOf, at),
    hasPaid(query, payerId, address),
  ]);
  if (!acquaintance) throw new Error('nobody pays');
  return { listing, recipient, balances, rulesOf, leaves, leaving, worth, acquaintance, isPaid };
}

/** How much of a token a person may pay to the network, and at which worth. */
interface Allowance {
  readonly used: Used;
  readonly worth: Worth;
  /** In minor units of the token. */
  readonly most: bigint;
  readonly newUntil: Date | null;
  /** Null unless the address is new. */
  readonly small: SmallAllowance | null;
}

/** Refuses what exceeds the limits first, because waiting for a new address would not help against those. */
function judge({ used, worth, newUntil, small }: Allowance, value: bigint, limits: LimitSettings) {
  requireWithin(used, value, limits);
  if (newUntil && small) requireSmall(newUntil, { value, isPriced: worth.isPriced }, small);
}

/** Refuses when a limit, not the balance, forbids even the minimum amount; the refusal is the one for the minimum. */
function judgeMost(
  allowance: Allowance,
  {
    terms: { minimum },
    left,
    limits,
  }: { terms: { readonly minimum: bigint }; left: bigint; limits: LimitSettings },
) {
  if (allowance.most < minimum && left >= minimum) {
    judge(allowance, worthInUsdt(minimum, allowance.worth), limits);
  }
}

async function allowanceOf(
  query: Query,
  { acquaintance: { newUntil }, worth, rulesOf }: Awaited<ReturnType<typeof readFor>>,
  { payerId, limits, cooling, at }: Pick<QuoteWorld, 'payerId' | 'limits' | 'cooling' | 'at'>,
): Promise<Allowance> {
  const used = (await usedBy(query, [payerId], at)).get(payerId);
  if (!used) throw new Error('nobody pays');
  const { least } = leftOf(used, limits);
  if (!newUntil) return { used, worth, most: amountWorth(least, worth), newUntil, small: null };
  const paid = (await paidToNew(query, [payerId], rulesOf, at)).get(payerId) ?? 0n;
  const small = smallAllowance(paid, cooling, worth.isPriced);
  return { used, worth, most: amountWorth(smallest(least, small.left), worth), newUntil, small };
}

/** The quotes with these ids, locked in id order so that no other transaction spends them. */
export async function lockQuotes(
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredQuote>> {
  const rows = await query<QuoteRow>(
    `SELECT quote.id, quote.user_id AS "payerId", quote.kind, quote.token, tokens.decimals, quote.amount, quote.fee, quote.value, quote.worth, quote.is_priced AS "isPriced",
      quote.recipient, payee.user_id AS "ownerId", payer.address AS "payerAddress", quote.expires_at AS "expiresAt", quote.used_at AS "usedAt"
    FROM transaction_quotes quote JOIN tokens ON tokens.symbol = quote.token
    LEFT JOIN deposit_addresses payee ON payee.address = quote.recipient
    LEFT JOIN deposit_addresses payer ON payer.user_id = quote.user_id AND payer.token = quote.token AND payer.is_current
    WHERE quote.id = ANY (${anyLength('$1', 'uuid')})
    ORDER BY quote.id FOR NO KEY UPDATE OF quote`,
    [ids],
  );
  return new Map(
    rows.map((row) => {
      const { value, worth } = row;
      const money = {
        amount: BigInt(row.amount),
        fee: BigInt(row.fee),
        value: value === null ? null : BigInt(value),
        worth: worth === null ? null : BigInt(worth),
      };
      return [row.id, { ...row, ...money }];
    }),
  );
}

interface Owned {
  readonly id: string;
  readonly payerId: string;
}

/** Refuses as a payment would: NOT_FOUND for another person's quote, QUOTE_USED, QUOTE_EXPIRED. Answers when the quote expires. */
export async function requireOpenQuote(query: Query, { id, payerId }: Owned, at: Date): Promise<Date> {
  const [quote] = await query<{ expires_at: Date; used_at: Date | null }>(
    'SELECT expires_at, used_at FROM transaction_quotes WHERE id = $1 AND user_id = $2',
    [id, payerId],
  );
  if (!quote) throw new Refusal('NOT_FOUND');
  if (quote.used_at !== null) throw new Refusal('QUOTE_USED');
  if (quote.expires_at <= at) throw new Refusal('QUOTE_EXPIRED');
  return quote.expires_at;
}

/** What the quote pays, and to whom; `amount` as a decimal of the token. NOT_FOUND for another person's quote. */
export async function termsOfQuote(query: Query, { id, payerId }: Owned) {
  const [quote] = await query<{ kind: PaymentKind; token: string; amount: string; recipient: string }>(
    'SELECT kind, token, amount, recipient FROM transaction_quotes WHERE id = $1 AND user_id = $2',
    [id, payerId],
  );
  if (!quote) throw new Refusal('NOT_FOUND');
  const { kind, token, recipient: to } = quote;
  const listing = await requireListing(query, token);
  return { kind, token, amount: printMoney({ token: listing, minor: BigInt(quote.amount) }), to };
}

/** Extends the quote once, while its payer gets a proof. Otherwise like `requireOpenQuote`. */
export async function extendQuote(query: Query, owned: Owned, at: Date): Promise<Date> {
  const [extended] = await query<{ expires_at: Date }>(
    `UPDATE transaction_quotes SET expires_at = $4, is_extended = true
    WHERE id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at > $3 AND NOT is_extended RETURNING expires_at`,
    [owned.id, owned.payerId, at, new Date(at.getTime() + extension)],
  );
  return extended?.expires_at ?? requireOpenQuote(query, owned, at);
}

/** Marks locked quotes as used, each with its time. */
export async function spendQuotes(write: Write, spent: ReadonlyMap<string, Date>): Promise<void> {
  if (spent.size === 0) return;
  await write(
    `UPDATE transaction_quotes quote SET used_at = spent.at
    FROM unnest(${anyLength('$1', 'uuid')}, $2::timestamptz[]) AS spent (id, at) WHERE quote.id = spent.id`,
    [[...spent.keys()], [...spent.values()]],
  );
}

/** Deletes quotes that expired more than a day ago; until then a late caller learns why a quote is refused. */
export async function sweepQuotes(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM transaction_quotes WHERE expires_at < $1', [new Date(at.getTime() - 86_400_000)]);
}
