import { createHash } from 'node:crypto';
import type { Query } from '../database/db.ts';

/** A captcha of price 16 takes 16 times the usual work: at most 20 seconds on a mid-range phone. */
export const highestPrice = 16;
/** As long as a captcha is valid. */
const rememberedFor = 20 * 60_000;

/** Records that a network has to solve a captcha of this price, so that its next challenge gets it. */
export async function rememberPrice(query: Query, network: string, price: number, at: Date): Promise<void> {
  await query(
    `INSERT INTO captcha_prices (key, price, until) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET price = excluded.price, until = excluded.until`,
    [keyOf(network), price, new Date(at.getTime() + rememberedFor)],
  );
}

/** The price of a network's next challenge, 1 unless another was recorded. */
export async function nextPrice(query: Query, network: string, at: Date): Promise<number> {
  const [kept] = await query<{ price: number }>(
    'SELECT price FROM captcha_prices WHERE key = $1 AND until > $2',
    [keyOf(network), at],
  );
  return kept?.price ?? 1;
}

function keyOf(network: string): string {
  return createHash('sha256').update(network).digest('base64url');
}
