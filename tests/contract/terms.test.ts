import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangeProblem, type Trade, termsOfPay, termsOfReceive } from '../../contract/exchangeTerms.ts';
import { knownRate } from '../../contract/money.ts';
import {
  amountWorth,
  mostPayable,
  paymentProblem,
  smallest,
  worthInUsdt,
} from '../../contract/paymentTerms.ts';
import { tokens } from '../../contract/tokens.ts';
import { type Holding, sumsOf, totalOf } from '../../contract/valuation.ts';

describe('an exchange', () => {
  const trade: Trade = {
    rate: knownRate('2.5'),
    feePercent: knownRate('0.5'),
    from: { decimals: 2 },
    to: { decimals: 3 },
  };

  test('the fee comes off what is paid, and the rest is changed', () => {
    expect(termsOfPay(10_000n, trade)).toEqual({ pay: 10_000n, fee: 50n, receive: 248_750n });
  });

  test('a fee is rounded up, what arrives is rounded down', () => {
    expect(termsOfPay(1n, trade)).toEqual({ pay: 1n, fee: 1n, receive: 0n });
    expect(termsOfPay(101n, { ...trade, rate: knownRate('0.333') })).toEqual({
      pay: 101n,
      fee: 1n,
      receive: 333n,
    });
  });

  test('what has to arrive does, for the least that covers it', () => {
    expect(termsOfReceive(248_750n, trade)).toEqual({ pay: 10_000n, fee: 50n, receive: 248_750n });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (receive) => {
        const { pay, fee } = termsOfReceive(receive, trade);
        expect(termsOfPay(pay, trade).receive).toBeGreaterThanOrEqual(receive);
        expect(termsOfPay(pay - 1n, trade).receive).toBeLessThan(receive);
        expect(fee).toBeGreaterThan(0n);
      }),
    );
  });

  test.each([
    [{ pay: 9n, receive: 5n }, 'too_small'],
    [{ pay: 10n, receive: 0n }, 'too_small'],
    [{ pay: 10n, receive: 1n }, null],
    [{ pay: 100n, receive: 1n }, 'insufficient'],
    [{ pay: 101n, receive: 1n }, 'too_large'],
    [{ pay: 50n, receive: 1n }, null],
    [{ pay: 51n, receive: 1n }, 'insufficient'],
  ])('%o is judged by its bounds', (terms, problem) => {
    const bounds = { minimum: 10n, maximum: 100n, available: 50n };
    expect(exchangeProblem({ fee: 0n, ...terms }, bounds)).toBe(problem);
  });

  test('what one has is not judged while it is not known', () => {
    const bounds = { minimum: 10n, maximum: 100n, available: null };
    expect(exchangeProblem({ pay: 100n, fee: 0n, receive: 1n }, bounds)).toBeNull();
  });
});

describe('a payment', () => {
  const bounds = { fee: 2n, minimum: 10n, maximum: 100n, available: 50n };

  test.each([
    [9n, 'too_small'],
    [10n, null],
    [48n, null],
    [49n, 'insufficient'],
    [100n, 'insufficient'],
    [101n, 'too_large'],
  ])('of %d is judged by its bounds, the fee beside it', (amount, problem) => {
    expect(paymentProblem(amount, bounds)).toBe(problem);
  });

  test('what one has is not judged while it is not known', () => {
    expect(paymentProblem(100n, { ...bounds, available: null })).toBeNull();
  });

  test('the most is what is left beside the fee, up to the maximum and to what may leave', () => {
    expect(mostPayable({ ...bounds, allowance: null })).toBe(48n);
    expect(mostPayable({ ...bounds, available: 500n, allowance: null })).toBe(100n);
    expect(mostPayable({ ...bounds, allowance: 7n })).toBe(7n);
    expect(mostPayable({ ...bounds, available: 1n, allowance: 7n })).toBe(-1n);
    expect(smallest(3n, 1n, 2n)).toBe(1n);
    expect(smallest(3n)).toBe(3n);
  });

  test('a worth is rounded up, and the amount that is worth it is not more', () => {
    const third = { numerator: 1n, denominator: 3n };
    expect([0n, 1n, 3n, 4n].map((amount) => worthInUsdt(amount, third))).toEqual([0n, 1n, 1n, 2n]);
    expect(amountWorth(2n, third)).toBe(6n);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (value) => {
        const unit = { numerator: 7n, denominator: 11n };
        const amount = amountWorth(value, unit);
        expect(worthInUsdt(amount, unit)).toBeLessThanOrEqual(value);
        expect(worthInUsdt(amount + 2n, unit)).toBeGreaterThan(value);
      }),
    );
  });
});

describe('what holdings are worth', () => {
  const holding = (
    token: (typeof tokens)[keyof typeof tokens],
    rate: string | null,
    each: bigint,
  ): Holding => ({
    parts: {
      available: { token, minor: each },
      pending: { token, minor: 2n * each },
      frozen: { token, minor: 3n * each },
    },
    rate: rate === null ? null : knownRate(rate),
    isNeeded: true,
  });
  const unit = 10n ** BigInt(tokens.ZST.decimals);
  const usdt = 10n ** BigInt(tokens.USDT.decimals);

  test('each part is summed by itself, and the total is their sum', () => {
    expect(sumsOf([holding(tokens.ZST, '2', unit), holding(tokens.USDT, '1', usdt)])).toEqual({
      total: '18',
      available: '3',
      pending: '6',
      frozen: '9',
    });
    expect(totalOf(holding(tokens.ZST, '2', 1n).parts)).toEqual({ token: tokens.ZST, minor: 6n });
  });

  test('without a needed price nothing is known; a price that nobody needs, or of nothing, is not missed', () => {
    const unknown = { total: null, available: null, pending: null, frozen: null };
    const rich = holding(tokens.USDT, '1', usdt);
    expect(sumsOf([rich, holding(tokens.ZST, null, 1n)])).toEqual(unknown);
    expect(sumsOf([rich, { ...holding(tokens.ZST, null, 1n), isNeeded: false }]).total).toBe('6');
    expect(sumsOf([rich, holding(tokens.ZST, null, 0n)]).total).toBe('6');
    expect(sumsOf([])).toEqual({ total: '0', available: '0', pending: '0', frozen: '0' });
  });
});
