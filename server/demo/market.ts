import { type TokenSymbol, tokenSymbols, valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { pairOf } from '../wallet/rates.ts';

const hour = 3_600_000;
const hoursKept = 35 * 24;

const usual: Readonly<Record<TokenSymbol, number>> = { ZST: 0.25, STO: 3.4, USDT: 1 };

/** Writes the demo market's hourly rates that are missing up to `at`: at most the last 35 days. */
export async function fillRates(query: Query, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / hour);
  const [last] = await query<{ at: Date | null }>('SELECT max(at) AS at FROM rates');
  const from = Math.max(now - hoursKept, last?.at ? Math.floor(last.at.getTime() / hour) + 1 : 0);
  const rows = tokenSymbols
    .filter((token) => token !== valueToken.symbol)
    .flatMap((token) =>
      Array.from({ length: Math.max(0, now - from + 1) }, (_, index) => ({ token, hours: from + index })),
    );
  await query(
    `INSERT INTO rates (pair, at, rate)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::numeric[]) ON CONFLICT DO NOTHING`,
    [
      rows.map(({ token }) => pairOf(token)),
      rows.map(({ hours }) => new Date(hours * hour)),
      rows.map(({ token, hours }) => demoRate(token, hours)),
    ],
  );
}

// Waves of three lengths around the usual price: the same hour has the same rate on every machine.
function demoRate(token: TokenSymbol, hours: number): string {
  const base = usual[token];
  const wave = 0.06 * Math.sin(hours / 53 + base) + 0.03 * Math.sin(hours / 17) + 0.01 * Math.sin(hours / 3);
  return (base * (1 + wave)).toFixed(6);
}
