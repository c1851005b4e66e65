import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountText } from '../../contract/amountParts.ts';
import { type Money, printMoney } from '../../contract/money.ts';
import { tokens } from '../../contract/tokens.ts';
import { amountAsTyped, amountChoices, parseTypedMoney, typedAmount } from '../../contract/typedMoney.ts';

const { ZST, USDT } = tokens;
const locales = ['en', 'ru', 'en-US', 'ru-RU'] as const;
const anyLocale = fc.constantFrom(...locales);
const amounts = fc.bigInt({ min: 0n, max: 10n ** 40n });
const anyToken = fc.constantFrom(ZST, USDT);
/** Texts that look like amounts more often than any text does. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789.,?- \u00a0\u2009\u202f’'), maxLength: 14 }),
);

/** What each language makes of a text; `=` where both make the same. */
describe.each([
  ['20,500', '20500', '20.500'],
  ['20.500', '20.500', '?20.500'],
  ['20,', '20', '='],
  ['20,5', '20.5', '='],
  ['20,50', '20.50', '='],
  ['20,5000', '20.5000', '='],
  ['20.5', '20.5', '='],
  ['0,500', '0.500', '='],
  ['0.500', '0.500', '='],
  ['020,500', '20.500', '='],
  ['1234,567', '1234.567', '='],
  ['1234.567', '1234.567', '='],
  ['1,250.75', '1250.75', '='],
  ['1.250,75', '1250.75', '='],
  ['1,250.', '1250', '='],
  ['1,250.500', '1250.500', '='],
  ['1.250,500', '1250.500', '='],
  ['1,234,567', '1234567', '='],
  ['1.234.567', '1234567', '='],
  ['12.345.678,9', '12345678.9', '='],
  ['20 500', '20500', '='],
  ['20 500,', '20500', '='],
  ['20\u00a0500,5', '20500.5', '='],
  ['20\u202f500.5', '20500.5', '='],
  ['1\u2009234 567', '1234567', '='],
  ['20 500.250', '20500.250', '='],
  ['20 500,250', '20500.250', '='],
  [' 5 ', '5', '='],
  [',5', '0.5', '='],
  ['.5', '0.5', '='],
  ['007', '7', '='],
  ['000', '0', '='],
  ['', '', '='],
  [' ', '', '='],
])('%j', (text, en, ru) => {
  test.each([
    ['en', en],
    ['ru', ru === '=' ? en : ru],
  ])('in %s is %s', (locale, read) => expect(typedAmount(text, locale)).toBe(read));
});

describe.each(locales)('in %s', (locale) => {
  const read = (text: string) => parseTypedMoney(typedAmount(text, locale), USDT);

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1,23.4', 'ambiguous'],
    ['12,34,567', 'ambiguous'],
    ['0,250.5', 'ambiguous'],
    ['1,250,75', 'ambiguous'],
    ['1.250.75', 'ambiguous'],
    ['1,250.75.5', 'ambiguous'],
    ['1.250,750,000', 'ambiguous'],
    ['20 5', 'malformed'],
    ['1234 567', 'malformed'],
    ['1 250,500,000', 'malformed'],
    ['1 250.000.000', 'malformed'],
    ['20\n500', 'malformed'],
    ["20'500", 'malformed'],
    ['20’500', 'malformed'],
    ['-1,250.75', 'malformed'],
    ['\u22121', 'malformed'],
    ['+1', 'malformed'],
    ['<\u00a00.01', 'malformed'],
    ['1,250.75e3', 'malformed'],
    ['20,500 USDT', 'malformed'],
    ['USDT', 'malformed'],
    ['.', 'malformed'],
    ['-1', 'malformed'],
    ['1e5', 'malformed'],
    ['١٢', 'malformed'],
    ['२०', 'malformed'],
    ['ten', 'malformed'],
    ['0,0000001', 'too_many_decimals'],
    [`1${'0'.repeat(60)}`, 'too_large'],
  ])('%j is refused as %s, and kept', (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem });
    if (problem === 'malformed' || problem === 'ambiguous') expect(typedAmount(text, locale)).toBe(text);
  });

  test('zeros after the last decimal that counts are nothing', () => {
    expect(read('1.2500000000')).toEqual({ ok: true, value: { token: USDT, minor: 1_250_000n } });
  });
});

describe('with its token behind', () => {
  test.each([
    ['20,500 USDT', 'en', '20500'],
    ['20,500\u00a0USDT', 'ru', '20.500'],
    ['20.500 USDT', 'ru', '?20.500'],
    ['20\u00a0500,5\u202fusdt', 'ru', '20500.5'],
    ['20USDT ', 'en', '20'],
    ['1,23.4 USDT', 'en', '1,23.4 USDT'],
    ['20 ZST', 'en', '20 ZST'],
    ['20 USDT USDT', 'en', '20 USDT USDT'],
    ['USDT', 'en', 'USDT'],
    [' USDT', 'en', ' USDT'],
  ])('%j in %s is %j', (text, locale, read) => expect(typedAmount(text, locale, 'USDT')).toBe(read));
});

describe('what the app writes', () => {
  const isRead = (text: string, money: Money, locale: string) =>
    expect(parseTypedMoney(typedAmount(text, locale, money.token.symbol), money.token)).toEqual({
      ok: true,
      value: money,
    });

  test('is read as the same amount in its language, however it was written', () => {
    fc.assert(
      fc.property(amounts, anyToken, anyLocale, (minor, token, locale) => {
        const money = { token, minor };
        const text = printMoney(money);
        isRead(amountText(text, locale), money, locale);
        isRead(`${amountText(text, locale)} ${token.symbol}`, money, locale);
        isRead(amountText(text, locale, { minimumFractionDigits: 0 }), money, locale);
        isRead(amountAsTyped(text, locale), money, locale);
      }),
    );
  });

  test('and shortened is read as what is shown', () => {
    fc.assert(
      fc.property(amounts, anyLocale, (minor, locale) => {
        const short = amountText(printMoney({ token: ZST, minor }), locale, { significantDigits: 6 });
        if (short.startsWith('<')) return;
        const read = parseTypedMoney(typedAmount(short, locale), ZST);
        expect(read.ok && read.value.minor <= minor).toBe(true);
        if (read.ok) expect(amountText(printMoney(read.value), locale)).toBe(short);
      }),
    );
  });
});

describe('a text free of language', () => {
  test('is read back as itself from what any language shows of it', () => {
    fc.assert(
      fc.property(anyText, anyLocale, anyLocale, (text, typedIn, shownIn) => {
        const free = typedAmount(text, typedIn);
        if (!parseTypedMoney(free, ZST).ok) return;
        expect(typedAmount(amountAsTyped(free, shownIn), shownIn)).toBe(free);
      }),
    );
  });

  test('is an amount of at least 0 or a named problem, whatever was typed', () => {
    fc.assert(
      fc.property(anyText, anyToken, anyLocale, (text, token, locale) => {
        const parsed = parseTypedMoney(typedAmount(text, locale), token);
        if (parsed.ok) expect(parsed.value.minor >= 0n).toBe(true);
        else
          expect(['empty', 'malformed', 'ambiguous', 'too_many_decimals', 'too_large']).toContain(
            parsed.problem,
          );
      }),
    );
  });

  test('keeps the digits that were typed', () => {
    const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
    fc.assert(
      fc.property(anyText, anyLocale, (text, locale) => {
        expect(digits(typedAmount(text, locale))).toBe(digits(text));
      }),
    );
  });

  test('that is open offers the two amounts, and is none itself', () => {
    expect(amountChoices('?20.500')).toEqual(['20.500', '20500']);
    expect(parseTypedMoney('?20.500', USDT)).toEqual({ ok: false, problem: 'ambiguous' });
    expect(amountAsTyped('?20.500', 'ru')).toBe('20.500');
    for (const other of ['', '20.500', '20500', '?', '?0.500', '?20.5']) {
      expect(amountChoices(other)).toBeNull();
    }
  });
});
