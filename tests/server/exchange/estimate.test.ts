import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeQuoteRequest } from '../../../contract/exchange.ts';
import { knownRate, parseMoney, printMoney } from '../../../contract/money.ts';
import { type TokenSymbol, tokenSymbols, tokens } from '../../../contract/tokens.ts';
import type { Query } from '../../../server/database/db.ts';
import { makeQuote } from '../../../server/exchange/quotes.ts';
import { exchangeBounds, offerOf } from '../../../server/rates/offers.ts';
import { estimateExchange } from '../../../src/machines/money/exchangeEstimate.ts';

const plenty = 10n ** 60n;
const at = new Date('2026-11-20T09:00:00Z');

/** A database that knows these prices, and a person who has this much of everything, in minor units. */
const databaseWith = (prices: Readonly<Record<string, string>>, available: bigint) =>
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
      posted: String(available),
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

/** Whether an amount of this token is above the most that is exchanged at once; one that cannot be read is. */
function isAboveMaximum(amount: string, token: TokenSymbol): boolean {
  const given = parseMoney(amount, tokens[token]);
  const most = parseMoney(exchangeBounds[token].maximum, tokens[token]);
  return !given.ok || (most.ok && given.value.minor > most.value.minor);
}

const balance = fc.oneof(
  { weight: 3, arbitrary: fc.constant(plenty) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 25n }) },
);

test('what is estimated while one types is what the quote says, to the last digit, and is refused for the same reason', async () => {
  let told = 0;
  const problems = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      pair,
      price,
      price,
      fc.constantFrom('pay' as const, 'receive' as const),
      fc.bigInt({ min: 1n, max: 10n ** 25n }),
      balance,
      async ([from, to], zst, sto, side, minor, available) => {
        const prices: Record<TokenSymbol, string> = { ZST: zst, STO: sto, USDT: '1' };
        const standing = new Map(
          tokenSymbols.map((token) => [token, { rate: knownRate(prices[token]), quoteMove: null }]),
        );
        const offer = offerOf(standing, from, to);
        const amount = printMoney({ token: tokens[side === 'pay' ? from : to], minor });
        const guess = estimateExchange({ from, to, side, amount }, offer, {
          available: printMoney({ token: tokens[from], minor: available }),
        });
        const request = { from, to, [side]: amount } as ExchangeQuoteRequest;
        const quoted = await makeQuote(databaseWith(prices, available), request, {
          userId: 'me',
          priceAge: 1,
          at,
        }).catch((error: unknown) => error);
        if (guess === null) {
          expect(quoted).toMatchObject({ code: 'RATE_UNAVAILABLE' });
        } else if (guess.judgement) {
          const { problem } = guess.judgement;
          problems.add(problem);
          // Of an amount above both the maximum and a lower balance, the form tells the balance and the quote the maximum.
          const isAboveBoth = problem === 'insufficient' && isAboveMaximum(guess.pay, from);
          expect(quoted).toMatchObject({
            details: { fields: { [side]: isAboveBoth ? 'too_large' : problem } },
          });
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
    { numRuns: 4_000 },
  );
  expect(told).toBeGreaterThan(300);
  expect([...problems].sort()).toEqual(['insufficient', 'too_large', 'too_small']);
});
