import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeQuoteRequest } from '../../../contract/exchange.ts';
import { knownRate, printMoney } from '../../../contract/money.ts';
import { type TokenSymbol, tokenSymbols, tokens } from '../../../contract/tokens.ts';
import type { Query } from '../../../server/database/db.ts';
import { makeQuote } from '../../../server/exchange/quotes.ts';
import { offerOf } from '../../../server/rates/offers.ts';
import { estimateExchange } from '../../../src/machines/money/exchangeEstimate.ts';

const plenty = 10n ** 60n;
const at = new Date('2026-11-20T09:00:00Z');

/** A database that knows these prices, and a person who has enough of everything. */
const databaseWith = (prices: Readonly<Record<string, string>>) =>
  (async (sql: string, values: readonly unknown[] = []) => {
    if (sql.includes('FROM rates')) {
      return (values[0] as string[]).map((token) => ({
        token,
        rate: prices[token],
        set_at: at,
        good_until: null,
        quote_move: '1',
        is_stopped: false,
      }));
    }
    if (sql.startsWith('INSERT')) return [];
    return tokenSymbols.map((token) => ({
      token,
      posted: String(plenty),
      held: '0',
      frozen: '0',
    }));
  }) as Query;

const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, scale]) => {
    const text = digits.toString().padStart(scale + 1, '0');
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  });
const pair = fc
  .tuple(fc.constantFrom(...tokenSymbols), fc.constantFrom(...tokenSymbols))
  .filter(([from, to]) => from !== to);

test('what is estimated while one types is what the quote says, to the last digit, and is refused for the same reason', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      pair,
      price,
      price,
      fc.constantFrom('pay' as const, 'receive' as const),
      fc.bigInt({ min: 1n, max: 10n ** 25n }),
      async ([from, to], zst, sto, side, minor) => {
        const prices: Record<TokenSymbol, string> = { ZST: zst, STO: sto, USDT: '1' };
        const standing = new Map(
          tokenSymbols.map((token) => [token, { rate: knownRate(prices[token]), quoteMove: null }]),
        );
        const offer = offerOf(standing, from, to);
        const amount = printMoney({ token: tokens[side === 'pay' ? from : to], minor });
        const guess = estimateExchange({ from, to, side, amount }, offer, {
          available: printMoney({ token: tokens[from], minor: plenty }),
        });
        const request = { from, to, [side]: amount } as ExchangeQuoteRequest;
        const quoted = await makeQuote(databaseWith(prices), request, {
          userId: 'me',
          priceAge: 1,
          at,
        }).catch((error: unknown) => error);
        if (guess === null) {
          expect(quoted).toMatchObject({ code: 'RATE_UNAVAILABLE' });
        } else if (guess.judgement) {
          expect(quoted).toMatchObject({ details: { fields: { [side]: guess.judgement.problem } } });
        } else {
          told += 1;
          const { pay, fee, receive } = guess;
          expect(quoted).toMatchObject({
            pay,
            receive,
            rate: offer?.rate,
            fee: { amount: fee, token: from },
          });
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(told).toBeGreaterThan(300);
});
