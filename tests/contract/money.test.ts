import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMoney,
  compareDecimals,
  compareMoney,
  convertMoney,
  isPriceJump,
  knownRate,
  type Money,
  parseMoney,
  parseRate,
  printMoney,
  type Rate,
  ratio,
  subtractMoney,
  zero,
} from '../../contract/money.ts';
import type { Result } from '../../contract/result.ts';
import { tokens } from '../../contract/tokens.ts';

const { ZST, USDT } = tokens;
const amounts = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const anyToken = fc.constantFrom(...Object.values(tokens));

function value<Value, Problem>(result: Result<Value, Problem>): Value {
  if (!result.ok) throw new Error(`refused: ${String(result.problem)}`);
  return result.value;
}
const usdt = (text: string): Money => value(parseMoney(text, USDT));
const rate = (text: string): Rate => value(parseRate(text));

describe('amounts on the wire', () => {
  test.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['0.000001', 1n],
    ['12.75', 12_750_000n],
    ['12.750000000', 12_750_000n],
    ['-3.5', -3_500_000n],
    ['123456789012345678901234567890', 123_456_789_012_345_678_901_234_567_890_000_000n],
  ])('%s is read exactly', (text, minor) => {
    expect(parseMoney(text, USDT)).toEqual({ ok: true, value: { token: USDT, minor } });
  });

  test.each([
    ['', 'empty'],
    [' 1', 'malformed'],
    ['1e5', 'malformed'],
    ['+1', 'malformed'],
    ['01', 'malformed'],
    ['.5', 'malformed'],
    ['5.', 'malformed'],
    ['1,5', 'malformed'],
    ['NaN', 'malformed'],
    ['0x10', 'malformed'],
    ['١٢', 'malformed'],
    ['1.0000001', 'too_many_decimals'],
    ['1'.repeat(61), 'too_large'],
  ])('%j is refused as %s', (text, problem) => {
    expect(parseMoney(text, USDT)).toEqual({ ok: false, problem });
  });

  test('what is printed is read back unchanged, for every token', () => {
    fc.assert(
      fc.property(amounts, anyToken, (minor, token) => {
        expect(parseMoney(printMoney({ token, minor }), token)).toEqual({
          ok: true,
          value: { token, minor },
        });
      }),
    );
  });

  test('the shortest form is printed', () => {
    expect(printMoney({ token: ZST, minor: 1_234_560_000_000_000_000_001n })).toBe('1234.560000000000000001');
    expect(printMoney({ token: ZST, minor: 10n ** 18n })).toBe('1');
    expect(printMoney({ token: USDT, minor: -1n })).toBe('-0.000001');
    expect(printMoney(zero(USDT))).toBe('0');
  });
});

describe('arithmetic', () => {
  test('adding and taking away again changes nothing', () => {
    fc.assert(
      fc.property(amounts, amounts, (left, right) => {
        const a: Money = { token: ZST, minor: left };
        const b: Money = { token: ZST, minor: right };
        expect(subtractMoney(addMoney(a, b), b)).toEqual(a);
        expect(compareMoney(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });

  test('an amount is neither more nor less than itself', () => {
    expect(compareMoney(usdt('1.5'), usdt('1.50'))).toBe(0);
    expect(compareDecimals('1.5', '1.50')).toBe(0);
  });

  test('decimals of any token are compared by what they are worth, not by how long they are', () => {
    expect(compareDecimals('10', '9.999999999999999999')).toBe(1);
    expect(compareDecimals('0.000000000000000001', '0.1')).toBe(-1);
    expect(compareDecimals('-1', '0')).toBe(-1);
    expect(compareDecimals('nonsense', '0.1')).toBe(-1);
    expect(compareDecimals('0.1', 'nonsense')).toBe(1);
  });

  test('two tokens are never mixed', () => {
    expect(() => addMoney(zero(ZST), zero(USDT))).toThrow('cannot mix ZST and USDT');
    expect(() => subtractMoney(zero(ZST), zero(USDT))).toThrow(TypeError);
    expect(() => compareMoney(zero(ZST), zero(USDT))).toThrow(TypeError);
    expect(() => ratio(zero(ZST), zero(USDT))).toThrow(TypeError);
  });

  test('a ratio is exact to a millionth and never rounded up', () => {
    expect(ratio(usdt('1'), usdt('3'))).toBe(0.333333);
    expect(ratio(usdt('2'), usdt('3'))).toBe(0.666666);
    expect(ratio(usdt('0'), usdt('0'))).toBe(0);
    expect(ratio(usdt('5'), usdt('5'))).toBe(1);
  });

  test('conversion is exact and rounds to nobody’s gain', () => {
    expect(printMoney(convertMoney({ token: ZST, minor: 3n * 10n ** 18n }, rate('1.25'), USDT))).toBe('3.75');
    expect(printMoney(convertMoney({ token: ZST, minor: 1n }, rate('999999'), USDT))).toBe('0');
    expect(printMoney(convertMoney(usdt('0.1'), rate('0.000000000000000003'), ZST))).toBe('0');
    expect(printMoney(convertMoney(usdt('10'), rate('0.000000000000000003'), ZST))).toBe(
      '0.00000000000000003',
    );
  });

  test('converted there and back is never more than before', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (minor, digits) => {
          const there = convertMoney({ token: ZST, minor }, { digits, scale: 6 }, USDT);
          const back = (there.minor * 10n ** 18n) / digits;
          expect(back <= minor).toBe(true);
        },
      ),
    );
  });

  test.each(['0', '0.0', '-1', '', '1e2', 'abc', '1,5'])('%j is no rate', (text) => {
    expect(parseRate(text).ok).toBe(false);
  });
});

describe('how long a number may be', () => {
  const digits = (count: number) => '9'.repeat(count);

  test('an amount has at most 60 digits before its decimal sign', () => {
    expect(parseMoney(digits(60), ZST).ok).toBe(true);
    expect(parseMoney(digits(61), ZST)).toEqual({ ok: false, problem: 'too_large' });
  });

  test('a token without decimals has whole amounts', () => {
    const whole = { ...ZST, decimals: 0 };
    expect(parseMoney('7', whole)).toEqual({ ok: true, value: { token: whole, minor: 7n } });
    expect(printMoney({ token: whole, minor: -7n })).toBe('-7');
  });

  test('a rate has at most 60 digits before its decimal sign, and 30 behind it', () => {
    expect(rate(digits(60))).toEqual({ digits: BigInt(digits(60)), scale: 0 });
    expect(parseRate(digits(61))).toEqual({ ok: false, problem: 'too_large' });
    expect(rate(`0.${digits(30)}`)).toEqual({ digits: BigInt(digits(30)), scale: 30 });
    expect(parseRate(`0.${digits(31)}`)).toEqual({ ok: false, problem: 'too_many_decimals' });
  });

  test.each(['', '-1', '0', '0.000', '1e3', ' 1', '1,5'])('%j is no rate', (text) => {
    expect(parseRate(text)).toEqual({ ok: false, problem: 'malformed' });
    expect(() => knownRate(text)).toThrow(RangeError);
    expect(() => knownRate(text)).toThrow(`${text} is malformed`);
  });
});

describe('a price that jumps', () => {
  test.each([
    ['1', '2', '2', false],
    ['1', '2.0001', '2', true],
    ['2', '1', '2', false],
    ['2.0001', '1', '2', true],
    ['0.001', '0.0025', '2.5', false],
    ['0.001', '0.00250001', '2.5', true],
    ['64000', '64000', '1', false],
    ['64000', '64000.01', '1', true],
    ['64000.01', '64000', '1', true],
    ['100', '3', '30', true],
  ])('%s to %s, at most times %s: %s', (last, next, factor, isJump) => {
    expect(isPriceJump(last, next, factor)).toBe(isJump);
  });
});
