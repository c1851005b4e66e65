import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsOfPay, termsOfReceive } from '../../../contract/exchangeTerms.ts';
import { knownRate, type Rate } from '../../../contract/money.ts';
import { cross, printRate } from '../../../server/rates/fractions.ts';
import { offered } from '../../../server/rates/offers.ts';

const usdt = { decimals: 6 };
const zst = { decimals: 18 };
const one: Rate = { digits: 1n, scale: 0 };
const feePercent = knownRate('0.2');
const quarter: Rate = { digits: 25n, scale: 2 };
const ceil = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator;

test('a price between two tokens is exact, and is cut where it has no end', () => {
  expect(printRate(cross(one, quarter))).toBe('4');
  expect(printRate(cross(quarter, one))).toBe('0.25');
  expect(printRate(cross(quarter, { digits: 3n, scale: 0 }))).toBe('0.083333333333333333');
  expect(printRate(cross(one, { digits: 10n ** 19n, scale: 0 }))).toBeNull();
  expect(printRate(offered(cross(one, quarter)))).toBe('3.98');
});

test('100 USDT at 3.98 cost 0.2 and bring 397.204 ZST', () => {
  const trade = { rate: { digits: 398n, scale: 2 }, feePercent, from: usdt, to: zst };
  expect(termsOfPay(100_000_000n, trade)).toEqual({
    pay: 100_000_000n,
    fee: 200_000n,
    receive: 397_204n * 10n ** 15n,
  });
  expect(termsOfReceive(397_204n * 10n ** 15n, trade)).toEqual({
    pay: 100_000_000n,
    fee: 200_000n,
    receive: 397_204n * 10n ** 15n,
  });
});

const rate = fc.record({
  digits: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  scale: fc.integer({ min: 0, max: 18 }),
});
const decimals = fc.record({ decimals: fc.constantFrom(6, 18) });
const trade = fc.record({ rate, feePercent: fc.constant(feePercent), from: decimals, to: decimals });
const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });

test('whatever is paid, each rounding costs its person less than one minor unit and the operator nothing', () => {
  fc.assert(
    fc.property(amount, trade, (pay, deal) => {
      const terms = termsOfPay(pay, deal);
      const top = deal.rate.digits * 10n ** BigInt(deal.to.decimals);
      const bottom = 10n ** BigInt(deal.rate.scale + deal.from.decimals);
      const net = pay - terms.fee;
      expect(terms.pay).toBe(pay);
      expect(terms.fee * 1_000n - pay * 2n).toBeGreaterThanOrEqual(0n);
      expect(terms.fee * 1_000n - pay * 2n).toBeLessThan(1_000n);
      expect(net * top - terms.receive * bottom).toBeGreaterThanOrEqual(0n);
      expect(net * top - terms.receive * bottom).toBeLessThan(bottom);
    }),
    { numRuns: 2_000 },
  );
});

test('what is to arrive arrives exactly, for the smallest amount that brings it', () => {
  fc.assert(
    fc.property(amount, trade, (receive, deal) => {
      const terms = termsOfReceive(receive, deal);
      expect(terms.receive).toBe(receive);
      expect(terms.fee).toBe(ceil(terms.pay * 2n, 1_000n));
      expect(termsOfPay(terms.pay, deal).receive).toBeGreaterThanOrEqual(receive);
      expect(termsOfPay(terms.pay - 1n, deal).receive).toBeLessThan(receive);
    }),
    { numRuns: 2_000 },
  );
});

test('what a person is offered is never more than the middle price', () => {
  fc.assert(
    fc.property(rate, rate, (base, quote) => {
      const middle = cross(base, quote);
      const text = printRate(offered(middle));
      if (text === null) return;
      const [whole = '', fraction = ''] = text.split('.');
      const printed = BigInt(whole + fraction);
      expect(printed * middle.denominator).toBeLessThan(middle.numerator * 10n ** BigInt(fraction.length));
    }),
    { numRuns: 2_000 },
  );
});
