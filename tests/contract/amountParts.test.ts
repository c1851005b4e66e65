import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountText, exactText, typedText } from '../../contract/amountParts.ts';

describe('an amount within a sentence', () => {
  test.each([
    ['86.4', 'en', '86.40'],
    ['86.4', 'ru', '86,40'],
    ['-86.4', 'en', '\u221286.40'],
    ['86', 'en', '86'],
    ['86.0', 'en', '86.00'],
    ['1234.5', 'en', '1,234.50'],
    ['1234.5', 'ru', '1\u00a0234,50'],
    ['0.000000000000000001', 'ru', '0,000000000000000001'],
    ['86.40 USDT', 'en', '86.40 USDT'],
  ])('%s in %s reads %s', (decimal, locale, expected) => {
    expect(exactText(decimal, locale)).toBe(expected);
  });

  test.each([
    ['86.4', 'en', '86.40'],
    ['86.4', 'ru', '86,40'],
    ['?20.500', 'ru', '20.500'],
    ['twenty', 'ru', 'twenty'],
    ['', 'en', ''],
  ])('%j as typed in %s reads %j', (typed, locale, expected) => {
    expect(typedText(typed, locale)).toBe(expected);
  });
});

test.each(['en', 'ru'])('no amount is printed with one decimal in %s', (locale) => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,30}$/))
    .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`));
  fc.assert(
    fc.property(decimal, fc.integer({ min: 1, max: 40 }), (amount, digits) => {
      for (const text of [
        exactText(amount, locale),
        typedText(amount, locale),
        amountText(amount, locale),
        amountText(amount, locale, { significantDigits: digits }),
        amountText(amount, locale, { maximumFractionDigits: digits }),
      ]) {
        expect(text).toMatch(
          locale === 'en' ? /^(?:< )?[\d,]+(?:\.\d{2,})?$/ : /^(?:< )?[\d\u00a0]+(?:,\d{2,})?$/,
        );
      }
    }),
    { seed: 1 },
  );
});
