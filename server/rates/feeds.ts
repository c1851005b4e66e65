import { pairOf } from '../core/pairs.ts';
import { announce } from '../database/announce.ts';
import type { Query } from '../database/db.ts';
import { ratesTopic } from '../topics/topics.ts';
import { printRate } from './fractions.ts';
import { type HeldPrice, heldPrices, lockPrice, type MarketPrice, takePrice } from './marketPrices.ts';
import { mostRateDigits, operatorPriceStands } from './rates.ts';

/** A price feed of a token, or of the chain's own coin, in USDT. */
export interface PriceFeed {
  /** In CAIP-2: `eip155:1`. */
  readonly chain: string;
  /** As in the `rates` table, `ETH/USDT`. */
  readonly pair: string;
  readonly contract: string;
  /** The age in milliseconds at which its last round is no longer used. */
  readonly maximumAge: number;
}

/** A round of a contract (Chainlink's AggregatorV3Interface). */
export interface FeedRound {
  readonly decimals: bigint;
  readonly round: bigint;
  readonly answer: bigint;
  /** In seconds since 1970. */
  readonly updatedAt: bigint;
}

/** `rate`: a new price. `same`: the accepted round. `ignored`: an older round. `stopped`: the feed must not be used for exchanges. */
export type FeedJudgement =
  | { readonly kind: 'rate'; readonly rate: string; readonly goodUntil: Date }
  | { readonly kind: 'same' }
  | { readonly kind: 'ignored' | 'stopped'; readonly reason: string };

/** Prices have 18 decimals here; feeds have 8 or 18. */
const mostDecimals = 36n;
/** How far a chain's clock may be ahead of the servers', in milliseconds. */
const mostAhead = 60_000;
/** How far the clocks of servers may be apart (decision 113), in milliseconds. */
const mostApart = 60_000;

/** Judges a round by itself and by the accepted one. Whether the price jumps is judged by the caller, who knows the last price. */
export function judgeRound(
  given: FeedRound,
  believed: FeedRound | null,
  { maximumAge, at }: { readonly maximumAge: number; readonly at: Date },
): FeedJudgement {
  const { decimals, round, answer, updatedAt } = given;
  const stopped = (reason: string) => ({ kind: 'stopped', reason }) as const;
  if (decimals > mostDecimals) return stopped(`it has ${shortened(decimals)} decimals`);
  if (believed && believed.decimals !== decimals) {
    return stopped(`its decimals have changed from ${believed.decimals} to ${decimals}`);
  }
  if (answer <= 0n) return stopped(`its answer is ${shortened(answer)}`);
  const now = BigInt(at.getTime());
  const told = updatedAt * 1_000n;
  if (told > now + BigInt(mostAhead + mostApart)) return stopped('its last round is in the future');
  if (believed && (round < believed.round || (round === believed.round && updatedAt < believed.updatedAt))) {
    return { kind: 'ignored', reason: `it went back from round ${believed.round} to ${round}` };
  }
  if (believed && updatedAt < believed.updatedAt) {
    return { kind: 'ignored', reason: `round ${round} is older than round ${believed.round} before it` };
  }
  if (now - told > BigInt(maximumAge)) {
    return stopped(
      updatedAt === 0n
        ? 'it has no price yet'
        : `its last round is from ${new Date(Number(told)).toISOString()}`,
    );
  }
  const isSame = believed?.round === round && believed.updatedAt === updatedAt;
  if (isSame && believed.answer !== answer) return stopped(`the answer of its round ${round} has changed`);
  if (isSame) return { kind: 'same' };
  if (answer >= 10n ** (BigInt(mostRateDigits) + decimals)) {
    return stopped(`its answer is ${shortened(answer)} with ${decimals} decimals`);
  }
  const rate = printRate({ numerator: answer, denominator: 10n ** decimals });
  if (rate === null) return stopped(`its answer is ${shortened(answer)} with ${decimals} decimals`);
  return { kind: 'rate', rate, goodUntil: new Date(Number(told) + maximumAge) };
}

/** Shortens a number for a sentence, because a contract can answer 78 digits. */
function shortened(value: bigint): string {
  const digits = String(value);
  return digits.length <= 24 ? digits : `${digits.slice(0, 12)}… (${digits.length} digits)`;
}

/** The reading of a feed: a round, or the reason why there is none. */
export interface FeedReading {
  readonly feed: PriceFeed;
  readonly told: FeedRound | string;
}

interface FeedRow {
  readonly decimals: number | null;
  readonly round: string | null;
  readonly answer: string | null;
  readonly updated_at: string | null;
  readonly stopped_at: Date | null;
  /** The time of the round that is held, as the contract told it. */
  readonly held_at: string | null;
}

/**
 * Takes a reading of a feed: a new round becomes the pair's price from `at` on, once, however many servers read it. Answers what is wrong
 * with the feed, in one sentence for the operator; null when nothing is. An operator's price stays for its hour. Call it in its own
 * transaction.
 */
export async function takeReading(
  query: Query,
  { feed, told }: FeedReading,
  at: Date,
): Promise<string | null> {
  const { chain, pair, contract } = feed;
  const last = await lockPrice(query, tokenOf(pair), at);
  // Another server's clock is ahead, so a price of now would be older than the last one.
  const later = await query('SELECT 1 FROM rates WHERE pair = $1 AND at > $2 AND at <= $3 LIMIT 1', [
    pair,
    at,
    new Date(at.getTime() + mostApart),
  ]);
  if (later.length > 0) return null;
  const [row] = await query<FeedRow>(
    'SELECT decimals, round, answer, updated_at, stopped_at, held_at FROM price_feeds WHERE pair = $1 AND chain = $2 AND contract = $3 FOR UPDATE',
    [pair, chain, contract],
  );
  // Another server was started with other settings.
  if (!row) return null;
  const judgement = await judgeReading(query, { feed, told }, believedOf(row), at);
  const isOperators = last?.setBy === 'operator' && at.getTime() < last.at.getTime() + operatorPriceStands;
  if (isOperators)
    return 'reason' in judgement
      ? sentence(pair, judgement.reason, 'The operator’s price stands for its hour.')
      : null;
  switch (judgement.kind) {
    case 'ignored':
      return sentence(pair, judgement.reason, 'The round before it is believed until it is too old.');
    case 'stopped': {
      await query(
        'UPDATE price_feeds SET stopped_at = coalesce(stopped_at, $2), reason = $3 WHERE pair = $1',
        [pair, at, judgement.reason],
      );
      return sentence(pair, judgement.reason, 'Nothing is exchanged by it.');
    }
    case 'same': {
      await resume(query, pair);
      // A held round is never believed, so the believed one is older: a node that still tells it is behind, and the hold stays.
      const held = (await heldPrices(query)).get(pair);
      return held ? jumped(held) : null;
    }
    case 'rate': {
      await resume(query, pair);
      const { rate, goodUntil } = judgement;
      const price = { token: tokenOf(pair), rate, goodUntil };
      return takeRound(query, { pair, told, price, heldAt: row.held_at }, last?.rate ?? null, at);
    }
  }
}

interface NewRound {
  readonly pair: string;
  readonly told: FeedRound | string;
  readonly price: MarketPrice;
  /** The time of the round that is held, as the contract told it. */
  readonly heldAt: string | null;
}

/** Makes a new round the price, or holds it. A round from before the held one is told by a node that is behind, so the hold stays. */
async function takeRound(
  query: Query,
  { pair, told, price, heldAt }: NewRound,
  last: string | null,
  at: Date,
): Promise<string | null> {
  if (typeof told === 'string') return told;
  if (heldAt !== null && told.updatedAt < BigInt(heldAt)) {
    const kept = (await heldPrices(query)).get(pair);
    if (kept) return jumped(kept);
  }
  const held = await takePrice(query, price, last, at);
  if (held) {
    await query('UPDATE price_feeds SET held_at = $2 WHERE pair = $1', [pair, told.updatedAt]);
    return jumped(held);
  }
  await believe(query, pair, told);
  await announce(query, ratesTopic);
  return null;
}

const tokenOf = (pair: string) => pair.split('/')[0] ?? '';

/**
 * Judges a reading by the round that is believed. Prices that are further ahead than clocks may be apart were written by a clock that ran
 * ahead and was set back: they are dropped together with what was believed by it, and the reading is judged anew. A round that goes back
 * drops nothing, because the reading may itself be of an earlier time.
 */
async function judgeReading(
  query: Query,
  { feed: { pair, maximumAge }, told }: FeedReading,
  believed: FeedRound | null,
  at: Date,
): Promise<FeedJudgement> {
  const judgeBy = (accepted: FeedRound | null): FeedJudgement =>
    typeof told === 'string'
      ? { kind: 'stopped', reason: told }
      : judgeRound(told, accepted, { maximumAge, at });
  const judgement = judgeBy(believed);
  if (judgement.kind === 'ignored') return judgement;
  const dropped = await query(
    "DELETE FROM rates WHERE pair = $1 AND at > $2 AND set_by = 'feed' RETURNING at",
    [pair, new Date(at.getTime() + mostApart)],
  );
  if (dropped.length === 0) return judgement;
  // Kept, too: otherwise the next reading would find the same round, whose price is gone.
  await restartFeed(query, tokenOf(pair));
  return judgeBy(null);
}

const sentence = (pair: string, reason: string, next: string) =>
  `The feed of ${pair} cannot be used: ${reason}. ${next}`;

const jumped = ({ pair, last, rate }: HeldPrice) =>
  sentence(
    pair,
    `it jumped from ${last} to ${rate}`,
    'Nothing is exchanged by it until an operator sets a price (rates set), or it comes back.',
  );

function believedOf({ decimals, round, answer, updated_at }: FeedRow): FeedRound | null {
  if (decimals === null || round === null || answer === null || updated_at === null) return null;
  return {
    decimals: BigInt(decimals),
    round: BigInt(round),
    answer: BigInt(answer),
    updatedAt: BigInt(updated_at),
  };
}

async function believe(query: Query, pair: string, { decimals, round, answer, updatedAt }: FeedRound) {
  await query(
    'UPDATE price_feeds SET decimals = $2, round = $3, answer = $4, updated_at = $5, held_at = NULL WHERE pair = $1',
    [pair, decimals, round, answer, updatedAt],
  );
}

async function resume(query: Query, pair: string): Promise<void> {
  await query(
    'UPDATE price_feeds SET stopped_at = NULL, reason = NULL WHERE pair = $1 AND stopped_at IS NOT NULL',
    [pair],
  );
}

/** Resets the feed of a token after an operator set a price: the feed is judged anew from that price. */
export async function restartFeed(query: Query, token: string): Promise<void> {
  await query(
    `UPDATE price_feeds SET decimals = NULL, round = NULL, answer = NULL, updated_at = NULL, stopped_at = NULL, reason = NULL,
      held_at = NULL
    WHERE pair = $1`,
    [pairOf(token)],
  );
}

/** Replaces the set of feeds. A feed with another contract starts anew; feeds that are not listed are removed. */
export async function keepFeeds(query: Query, feeds: readonly PriceFeed[]): Promise<void> {
  const pairs = feeds.map(({ pair }) => pair);
  await query('DELETE FROM price_feeds WHERE pair <> ALL ($1::text[])', [pairs]);
  await query(
    `INSERT INTO price_feeds AS known (pair, chain, contract) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
    ON CONFLICT (pair) DO UPDATE SET chain = excluded.chain, contract = excluded.contract, decimals = NULL, round = NULL,
      answer = NULL, updated_at = NULL, stopped_at = NULL, reason = NULL, held_at = NULL
    WHERE (known.chain, known.contract) <> (excluded.chain, excluded.contract)`,
    [pairs, feeds.map(({ chain }) => chain), feeds.map(({ contract }) => contract)],
  );
}

interface StoppedFeed {
  readonly pair: string;
  readonly since: Date;
  readonly reason: string;
}

/** The stopped feeds, by pair. */
export async function stoppedFeeds(query: Query): Promise<ReadonlyMap<string, StoppedFeed>> {
  const rows = await query<StoppedFeed>(
    'SELECT pair, stopped_at AS since, reason FROM price_feeds WHERE stopped_at IS NOT NULL',
  );
  return new Map(rows.map((row) => [row.pair, row]));
}

/** The pairs whose prices come from feeds. */
export async function fedPairs(query: Query): Promise<ReadonlySet<string>> {
  const rows = await query<{ pair: string }>('SELECT pair FROM price_feeds');
  return new Set(rows.map(({ pair }) => pair));
}
