import { currencies, isCurrency } from '../../contract/currencies.ts';
import { isPriceJump, parseRate, type Rate } from '../../contract/money.ts';
import {
  type PriceState,
  priceChangesCall,
  pricesCall,
  setPriceRulesCall,
  setRateCall,
} from '../../contract/rates.ts';
import type { FieldErrors } from '../../contract/rules.ts';
import { tokenSymbols, valueToken } from '../../contract/tokens.ts';
import { pairOf } from '../core/pairs.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { restartFeed, stoppedFeeds } from '../rates/feeds.ts';
import { rateDecimals } from '../rates/fractions.ts';
import { earnedText, mostQuoteMove } from '../rates/margin.ts';
import { heldPrices, lockPrice, releasePrice } from '../rates/marketPrices.ts';
import { priceRulesOf, setPriceRules } from '../rates/priceRules.ts';
import { mostRateDigits, operatorPrices, priceOf, setPrice } from '../rates/rates.ts';
import { findListing } from '../tokens/listings.ts';
import type { FourEyes } from './fourEyes.ts';

interface World {
  readonly database: Db;
  readonly fourEyes: FourEyes;
  /** The symbol of the chain's own coin, which has a price but is not a token; null without a chain. */
  readonly coin: string | null;
}

export function rateSettingCalls(route: Route, { database, fourEyes, coin }: World) {
  const setRate = fourEyes.guard(setRateCall, {
    async needs(query, body, at) {
      const token = await tokenOf(query, body.pair, coin);
      const before = (await lockPrice(query, token, at))?.rate ?? null;
      const { jump } = await priceRulesOf(query, token);
      return before !== null && isPriceJump(before, readRate(body.rate), jump);
    },
    async work(query, body, at, doers) {
      const rate = readRate(body.rate);
      const token = await tokenOf(query, body.pair, coin);
      const before = (await lockPrice(query, token, at))?.rate ?? null;
      const { jump } = await priceRulesOf(query, token);
      if (before !== null && body.confirm !== true && isPriceJump(before, rate, jump)) {
        throw new Refusal('CONFIRMATION_REQUIRED', {
          detail: `${body.pair} is ${before}. ${rate} is more than ${jump} times away from it.`,
        });
      }
      await setPrice(query, token, { rate, at, ...doers });
      await releasePrice(query, token);
      await restartFeed(query, token);
      return { pair: body.pair, rate, before };
    },
  });
  route(setRateCall, setRate);

  const setRules = fourEyes.guard(setPriceRulesCall, {
    // Needs an approval when the jump factor grows, because a larger one lets one operator set prices that otherwise need two.
    async needs(query, body) {
      if (body.jump === undefined) return false;
      const { jump } = await priceRulesOf(query, await tokenOf(query, body.pair, coin));
      return isLess(readDecimal('jump', jump), readDecimal('jump', body.jump));
    },
    async work(query, body, at) {
      const quoteMove = body.quote_move && readMove(body.quote_move);
      const jump = body.jump && readRule('jump', body.jump, leastJump, mostJump);
      const token = await tokenOf(query, body.pair, coin);
      await lockPrice(query, token, at);
      const before = await priceRulesOf(query, token);
      const rules = { quoteMove: quoteMove || before.quoteMove, jump: jump || before.jump };
      await setPriceRules(query, token, rules, at);
      return { pair: body.pair, quote_move: rules.quoteMove, jump: rules.jump };
    },
  });
  route(setPriceRulesCall, setRules);

  route(priceChangesCall, async ({ search: { pair } }) => {
    const token = await tokenOf(database.query, pair, coin);
    return operatorPrices(database.query, token, mostChanges);
  });

  route(pricesCall, async ({ at }) => {
    const held = await heldPrices(database.query);
    const stopped = await stoppedFeeds(database.query);
    const states: PriceState[] = [];
    for (const token of await pricedTokens(database.query, coin)) {
      const pair = pairOf(token);
      const price = await priceOf(database.query, token, at);
      const rules = await priceRulesOf(database.query, token);
      const waiting = held.get(pair);
      const feed = stopped.get(pair);
      states.push({
        pair,
        rate: price?.text ?? null,
        since: price?.since.toISOString() ?? null,
        quote_move: rules.quoteMove,
        jump: rules.jump,
        held: waiting ? { rate: waiting.rate, since: waiting.since.toISOString() } : null,
        feed_stopped: feed ? { reason: feed.reason, since: feed.since.toISOString() } : null,
      });
    }
    return states;
  });
}

/** Enough for a decision; the log has all of them. */
const mostChanges = 50;

/** Tokens that can be exchanged or have a price, the chain's own coin, and the currencies in which values are shown. */
async function pricedTokens(query: Query, coin: string | null): Promise<string[]> {
  const rows = await query<{ symbol: string }>(
    `SELECT symbol FROM tokens
    WHERE symbol <> $1 AND (symbol = ANY ($2::text[]) OR EXISTS (SELECT 1 FROM rates WHERE pair = symbol || '/' || $1))
    ORDER BY number`,
    [valueToken.symbol, tokenSymbols],
  );
  const symbols = rows.map(({ symbol }) => symbol);
  const further = [...(coin === null ? [] : [coin]), ...currencies];
  return [...new Set([...symbols, ...further])].filter((symbol) => symbol !== valueToken.symbol);
}

function readRate(text: string): string {
  const { digits, scale } = readDecimal('rate', text);
  if (scale > rateDecimals) throw new Refusal('VALIDATION_FAILED', { fields: { rate: 'too_many_decimals' } });
  if (digits >= 10n ** BigInt(mostRateDigits + scale))
    throw new Refusal('VALIDATION_FAILED', { fields: { rate: 'too_large' } });
  return text;
}

const ruleDecimals = 4;
const leastMove = '0.01';
const [leastJump, mostJump] = ['1.0001', '1000'];

/** A quote may not be used after a move larger than what an exchange earns, because it would only be used at our loss. */
function readMove(text: string): string {
  if (isLess(readDecimal('quote_move', mostQuoteMove), readDecimal('quote_move', text))) {
    throw new Refusal('VALIDATION_FAILED', {
      fields: { quote_move: 'too_large' },
      detail: `${text} % is more than an exchange earns: ${earnedText}.`,
    });
  }
  return readRule('quote_move', text, leastMove, mostQuoteMove);
}

function readRule(field: string, text: string, least: string, most: string): string {
  const rule = readDecimal(field, text);
  const refuse = (problem: Rule) => new Refusal('VALIDATION_FAILED', { fields: { [field]: problem } });
  if (rule.scale > ruleDecimals) throw refuse('too_many_decimals');
  if (isLess(rule, readDecimal(field, least))) throw refuse('too_small');
  if (isLess(readDecimal(field, most), rule)) throw refuse('too_large');
  return text;
}

type Rule = FieldErrors[string];

function isLess(one: Rate, other: Rate): boolean {
  return one.digits * 10n ** BigInt(other.scale) < other.digits * 10n ** BigInt(one.scale);
}

function readDecimal(field: string, text: string): Rate {
  const rate = parseRate(text);
  if (rate.ok) return rate.value;
  const isFine = rate.problem === 'too_many_decimals' || rate.problem === 'too_large';
  throw new Refusal('VALIDATION_FAILED', { fields: { [field]: isFine ? rate.problem : 'format' } });
}

async function tokenOf(query: Query, pair: string, coin: string | null): Promise<string> {
  const [symbol = ''] = pair.split('/');
  if (symbol !== coin && !isCurrency(symbol) && !(await findListing(query, symbol)))
    throw new Refusal('VALIDATION_FAILED', { fields: { pair: 'format' } });
  return symbol;
}
