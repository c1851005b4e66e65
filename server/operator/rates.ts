import { parseRate } from '../../contract/money.ts';
import { setRateCall } from '../../contract/rates.ts';
import type { Db, Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route } from '../http/routes.ts';
import { findListing } from '../tokens/listings.ts';
import { priceOf, rateDecimals, setPrice } from '../wallet/rates.ts';

/** Registers the operator's call on prices. */
export function rateSettingCalls(route: Route, { database }: { database: Db }) {
  route(setRateCall, async ({ body, at }) => {
    const rate = readRate(body.rate);
    const token = await tokenOf(database.query, body.pair);
    return database.transaction(async (query) => {
      const before = await priceOf(query, token, at);
      await setPrice(query, token, rate, at);
      return { pair: body.pair, rate, before: before?.text ?? null };
    });
  });
}

/** More than any token is worth, and what the column can hold. */
const mostDigits = 13;

function readRate(text: string): string {
  const rate = parseRate(text);
  if (!rate.ok) {
    const isFine = rate.problem === 'too_many_decimals' || rate.problem === 'too_large';
    throw new Refusal('VALIDATION_FAILED', { fields: { rate: isFine ? rate.problem : 'format' } });
  }
  if (rate.value.scale > rateDecimals)
    throw new Refusal('VALIDATION_FAILED', { fields: { rate: 'too_many_decimals' } });
  if (rate.value.digits >= 10n ** BigInt(mostDigits + rate.value.scale))
    throw new Refusal('VALIDATION_FAILED', { fields: { rate: 'too_large' } });
  return text;
}

async function tokenOf(query: Query, pair: string): Promise<string> {
  const [symbol = ''] = pair.split('/');
  if (!(await findListing(query, symbol)))
    throw new Refusal('VALIDATION_FAILED', { fields: { pair: 'format' } });
  return symbol;
}
