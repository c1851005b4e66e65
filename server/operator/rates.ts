import { parseRate, type Rate } from '../../contract/money.ts';
import { type PriceState, pricesCall, setPriceRulesCall, setRateCall } from '../../contract/rates.ts';
import type { FieldErrors } from '../../contract/rules.ts';
import { tokenSymbols, valueToken } from '../../contract/tokens.ts';
import { pairOf } from '../core/pairs.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { heldPrices, lockPrice, releasePrice } from '../rates/marketPrices.ts';
import { isJump, priceRulesOf, setPriceRules } from '../rates/priceRules.ts';
import { priceOf, rateDecimals, setPrice } from '../rates/rates.ts';
import { findListing } from '../tokens/listings.ts';

/** Registers the operator's calls on prices. */
export function rateSettingCalls(route: Route, { database }: { database: Db }) {
  route(setRateCall, async ({ body, at }) => {
    const rate = readRate(body.rate);
    const token = await tokenOf(database.query, body.pair);
    return database.transaction(async (query) => {
      const before = await lockPrice(query, token, at);
      const { jump } = await priceRulesOf(query, token);
      if (before !== null && body.confirm !== true && isJump(before, rate, jump)) {
        throw new Refusal('CONFIRMATION_REQUIRED', {
          detail: `${body.pair} is ${before}. ${rate} is more than ${jump} times away from it.`,
        });
      }
      await setPrice(query, token, rate, at);
      await releasePrice(query, token);
      return { pair: body.pair, rate, before };
    });
  });

  route(setPriceRulesCall, async ({ body, at }) => {
    const quoteMove = body.quote_move && readRule('quote_move', body.quote_move, leastMove, mostMove);
    const jump = body.jump && readRule('jump', body.jump, leastJump, mostJump);
    const token = await tokenOf(database.query, body.pair);
    return database.transaction(async (query) => {
      await lockPrice(query, token, at);
      const before = await priceRulesOf(query, token);
      const rules = { quoteMove: quoteMove || before.quoteMove, jump: jump || before.jump };
      await setPriceRules(query, token, rules, at);
      return { pair: body.pair, quote_move: rules.quoteMove, jump: rules.jump };
    });
  });

  route(pricesCall, async ({ at }) => {
    const held = await heldPrices(database.query);
    const states: PriceState[] = [];
    for (const token of await pricedTokens(database.query)) {
      const pair = pairOf(token);
      const price = await priceOf(database.query, token, at);
      const rules = await priceRulesOf(database.query, token);
      const waiting = held.get(pair);
      states.push({
        pair,
        rate: price?.text ?? null,
        since: price?.since.toISOString() ?? null,
        quote_move: rules.quoteMove,
        jump: rules.jump,
        held: waiting ? { rate: waiting.rate, since: waiting.since.toISOString() } : null,
      });
    }
    return states;
  });
}

/** What can be exchanged, and what has a price all the same. */
async function pricedTokens(query: Query): Promise<string[]> {
  const rows = await query<{ symbol: string }>(
    `SELECT symbol FROM tokens
    WHERE symbol <> $1 AND (symbol = ANY ($2::text[]) OR EXISTS (SELECT 1 FROM rates WHERE pair = symbol || '/' || $1))
    ORDER BY number`,
    [valueToken.symbol, tokenSymbols],
  );
  return rows.map(({ symbol }) => symbol);
}

/** More than any token is worth, and what the column can hold. */
const mostDigits = 13;

function readRate(text: string): string {
  const { digits, scale } = readDecimal('rate', text);
  if (scale > rateDecimals) throw new Refusal('VALIDATION_FAILED', { fields: { rate: 'too_many_decimals' } });
  if (digits >= 10n ** BigInt(mostDigits + scale))
    throw new Refusal('VALIDATION_FAILED', { fields: { rate: 'too_large' } });
  return text;
}

const ruleDecimals = 4;
const [leastMove, mostMove] = ['0.01', '50'];
const [leastJump, mostJump] = ['1.0001', '1000'];

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

async function tokenOf(query: Query, pair: string): Promise<string> {
  const [symbol = ''] = pair.split('/');
  if (!(await findListing(query, symbol)))
    throw new Refusal('VALIDATION_FAILED', { fields: { pair: 'format' } });
  return symbol;
}
