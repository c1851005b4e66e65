import { printMoney } from '../../contract/money.ts';
import type { Position } from '../../contract/portfolio.ts';
import { valueToken } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { priceThen } from '../rates/priceThen.ts';
import { percentChange, priceOf } from '../rates/rates.ts';
import { findListing, type Listing } from '../tokens/listings.ts';

/** Costs are in units of 10^-18 USDT, rounded down. */
const costDecimals = 18;
const costToken = { ...valueToken, decimals: costDecimals };

/** Amounts are in minor units. `cost` is null when a part of the holding was received while no price was known. */
interface Fold {
  readonly held: bigint;
  readonly cost: bigint | null;
}

interface Leg {
  readonly position: string;
  /** Negative when outgoing. */
  readonly amount: string;
  /** The cost of an incoming leg; null while no price was known. */
  readonly cost: string | null;
}

/** Adds one leg by the moving-average method. */
function withLeg({ held, cost }: Fold, leg: { readonly amount: bigint; readonly cost: bigint | null }): Fold {
  const next = held + leg.amount;
  if (next === 0n) return { held: 0n, cost: 0n };
  if (leg.amount > 0n) {
    return { held: next, cost: cost === null || leg.cost === null ? null : cost + leg.cost };
  }
  return { held: next, cost: cost === null ? null : (cost * next) / held };
}

const legsAtOnce = 2_000;

const side = (name: 'debit' | 'credit') => `
  (SELECT ${name}_position AS position, ${name === 'debit' ? '-amount' : 'amount'} AS amount, operation_id, created_at
  FROM ledger_transfers WHERE ${name}_owner_id = $1 AND token = $2 AND ${name}_position > $3 AND created_at <= $4
  ORDER BY ${name}_position LIMIT ${legsAtOnce})`;

const legsSql = `
SELECT leg.position, leg.amount, CASE WHEN leg.amount > 0 THEN
    div(coalesce(exchanges.pay, leg.amount) * ${priceThen('coalesce(exchanges.from_token, $2)', 'leg.created_at')} * 10::numeric ^ ${costDecimals},
      10::numeric ^ tokens.decimals)
  END AS cost
FROM (${side('debit')} UNION ALL ${side('credit')} ORDER BY position LIMIT ${legsAtOnce}) AS leg
LEFT JOIN exchanges ON exchanges.id = leg.operation_id AND exchanges.user_id = $1 AND exchanges.to_token = $2
JOIN tokens ON tokens.symbol = coalesce(exchanges.from_token, $2)
ORDER BY leg.position`;

/** Adds all legs of the person's account until `at`, in the order of its chain, in parts. */
async function foldOf(query: Query, userId: string, symbol: string, at: Date): Promise<Fold> {
  let fold: Fold = { held: 0n, cost: 0n };
  for (let last = '-1'; ; ) {
    const legs: Leg[] = await query<Leg>(legsSql, [userId, symbol, last, at]);
    for (const { amount, cost } of legs) {
      fold = withLeg(fold, { amount: BigInt(amount), cost: cost === null ? null : BigInt(cost) });
    }
    const end = legs.at(-1);
    if (!end || legs.length < legsAtOnce) return fold;
    last = end.position;
  }
}

/** A person's holding of a token and its cost, in the format of `positionCall`. Refuses an unlisted token. */
export async function positionOf(query: Query, userId: string, symbol: string, at: Date): Promise<Position> {
  const listing = await findListing(query, symbol);
  if (!listing) throw new Refusal('NOT_FOUND');
  const fold =
    symbol === valueToken.symbol
      ? await heldAtOne(query, userId)
      : await foldOf(query, userId, listing.symbol, at);
  return tell(listing, fold, (await priceOf(query, symbol, at))?.rate ?? null);
}

/** The value token costs its own amount, so nothing has to be added up. */
async function heldAtOne(query: Query, userId: string): Promise<Fold> {
  const [account] = await query<{ posted: string }>(
    'SELECT posted FROM ledger_accounts WHERE owner_id = $1 AND token = $2',
    [userId, valueToken.symbol],
  );
  const held = BigInt(account?.posted ?? 0);
  return { held, cost: held * 10n ** BigInt(costDecimals - valueToken.decimals) };
}

function tell(
  token: Listing,
  { held, cost }: Fold,
  price: { readonly digits: bigint; readonly scale: number } | null,
): Position {
  const known = { symbol: token.symbol, held: printMoney({ token, minor: held }) };
  if (held <= 0n || cost === null)
    return { ...known, average_cost: null, cost: null, gain: null, gain_percent: null };
  const worth =
    price &&
    (held * price.digits * 10n ** BigInt(costDecimals)) / 10n ** BigInt(price.scale + token.decimals);
  return {
    ...known,
    average_cost: printMoney({ token: costToken, minor: (cost * 10n ** BigInt(token.decimals)) / held }),
    cost: usdt(cost),
    gain: worth === null ? null : usdt(worth - cost),
    gain_percent: worth === null || cost === 0n ? null : percentChange(whole(cost), whole(worth)),
  };
}

const usdt = (cost: bigint) =>
  printMoney({ token: valueToken, minor: cost / 10n ** BigInt(costDecimals - valueToken.decimals) });
const whole = (numerator: bigint) => ({ numerator, denominator: 1n });
