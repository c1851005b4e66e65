import { parseRate, type Rate } from '../../contract/money.ts';
import { type TokenSymbol, valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';

/** A token's price in USDT: as text, as a fraction to convert with, and its change in percent (null without a day of history). */
export interface Price {
  readonly text: string;
  readonly rate: Rate;
  readonly change24h: string | null;
}

const day = 86_400_000;

/** The name of a price in the `rates` table. */
export function pairOf(token: TokenSymbol): string {
  return `${token}/${valueToken.symbol}`;
}

/** What is known of a token's price at `at`; null when nothing is. */
export async function priceOf(query: Query, token: TokenSymbol, at: Date): Promise<Price | null> {
  if (token === valueToken.symbol) return { text: '1', rate: { digits: 1n, scale: 0 }, change24h: '0' };
  const now = await rateAt(query, token, at);
  if (!now) return null;
  const before = await rateAt(query, token, new Date(at.getTime() - day));
  return { ...now, change24h: before && percentChange(before.rate, now.rate) };
}

async function rateAt(
  query: Query,
  token: TokenSymbol,
  at: Date,
): Promise<{ text: string; rate: Rate } | null> {
  const [row] = await query<{ rate: string }>(
    'SELECT rate FROM rates WHERE pair = $1 AND at <= $2 ORDER BY at DESC LIMIT 1',
    [pairOf(token), at],
  );
  if (!row) return null;
  // The column fills every rate up to its scale.
  const text = row.rate.replace(/\.?0+$/, '');
  const rate = parseRate(text);
  return rate.ok ? { text, rate: rate.value } : null;
}

/** The change in percent with two decimals, cut, not rounded up: `-1.25`, `0.00`. */
function percentChange(before: Rate, now: Rate): string {
  const scale = Math.max(before.scale, now.scale);
  const old = before.digits * 10n ** BigInt(scale - before.scale);
  const fresh = now.digits * 10n ** BigInt(scale - now.scale);
  const hundredths = ((fresh - old) * 10_000n) / old;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
