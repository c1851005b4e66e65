import { createHash } from 'node:crypto';
import type { Query } from '../database/db.ts';

/** A captcha of price 16 is 16 times the usual work: at most 20 seconds on a phone of the middle class. */
export const dearest = 16;
/** As long as a captcha is good. */
const rememberedFor = 20 * 60_000;

/** A network was asked for a captcha of this price: the challenge that it gets next has it. */
export async function rememberPrice(query: Query, network: string, price: number, at: Date): Promise<void> {
  await query(
    `INSERT INTO captcha_prices (key, price, until) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET price = excluded.price, until = excluded.until`,
    [keyOf(network), price, new Date(at.getTime() + rememberedFor)],
  );
}

/** The price of a network's next challenge, 1 unless it was asked for more. */
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
