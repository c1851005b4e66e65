import { ok, type Result, refused } from './result.ts';
import { type Token, tokens } from './tokens.ts';

/** An exact amount of one token, in its smallest units. Never a float. */
export interface Money {
  readonly token: Token;
  readonly minor: bigint;
}

/** Why a text is not an amount. `ambiguous`: its separators can be read in more than one way (`1,23.4`), so the person is asked. */
export type MoneyProblem = 'empty' | 'malformed' | 'ambiguous' | 'too_many_decimals' | 'too_large';

/** More digits than any real supply has, so that a long pasted text does not become a bigint. */
const maxDigits = 60;

const wireForm = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Reads a wire amount: a plain decimal string, `-` allowed, no exponent, grouping, spaces or leading zeros. */
export function parseMoney(text: string, token: Token): Result<Money, MoneyProblem> {
  if (text === '') return refused('empty');
  const match = wireForm.exec(text);
  if (!match) return refused('malformed');
  const [, sign, whole = '', fraction = ''] = match;
  const minor = toMinor(whole, fraction, token.decimals);
  return minor.ok ? ok({ token, minor: sign === '-' ? -minor.value : minor.value }) : minor;
}

function toMinor(whole: string, fraction: string, decimals: number): Result<bigint, MoneyProblem> {
  if (withoutLastZeros(fraction).length > decimals) return refused('too_many_decimals');
  const digits = whole + fraction.slice(0, decimals).padEnd(decimals, '0');
  if (whole.length > maxDigits) return refused('too_large');
  return ok(BigInt(digits));
}

/** In one pass, because the pattern `0+$` would take quadratic time. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The wire form: shortest exact decimal string (`1234.56`, `-0.000001`, `0`). `parseMoney` reads it back unchanged. */
export function printMoney(money: Money): string {
  return printMinor(money.minor, money.token.decimals);
}

function printMinor(minor: bigint, decimals: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = withoutLastZeros(digits.slice(digits.length - decimals));
  return `${minor < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export function zero(token: Token): Money {
  return { token, minor: 0n };
}

/** Throws for two different tokens, which is a programming error. */
export function addMoney(left: Money, right: Money): Money {
  return { token: sameToken(left, right), minor: left.minor + right.minor };
}

/** May be negative. Throws for two different tokens. */
export function subtractMoney(left: Money, right: Money): Money {
  return { token: sameToken(left, right), minor: left.minor - right.minor };
}

/** Negative, zero or positive, as `Array.sort` expects. Throws for two different tokens. */
export function compareMoney(left: Money, right: Money): -1 | 0 | 1 {
  sameToken(left, right);
  return left.minor < right.minor ? -1 : left.minor > right.minor ? 1 : 0;
}

function sameToken(left: Money, right: Money): Token {
  if (left.token.symbol !== right.token.symbol) {
    throw new TypeError(`cannot mix ${left.token.symbol} and ${right.token.symbol}`);
  }
  return left.token;
}

/** `part / whole` as a number for drawing, exact to a millionth, rounded down; 0 when the whole is 0. Throws for two different tokens. */
export function ratio(part: Money, whole: Money): number {
  sameToken(part, whole);
  return whole.minor === 0n ? 0 : Number((part.minor * 1_000_000n) / whole.minor) / 1_000_000;
}

/** A positive rate as an exact fraction: `1.25` is 125 over 10². */
export interface Rate {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads a rate of the wire (decimal string, more than 0, at most 30 decimals). */
export function parseRate(text: string): Result<Rate, MoneyProblem> {
  const match = wireForm.exec(text);
  if (!match || match[1] === '-') return refused('malformed');
  const [, , whole = '', fraction = ''] = match;
  if (whole.length > maxDigits) return refused('too_large');
  if (fraction.length > 30) return refused('too_many_decimals');
  const digits = BigInt(whole + fraction);
  return digits === 0n ? refused('malformed') : ok({ digits, scale: fraction.length });
}

/** Whether the price `next` differs from `last` by more than the factor, up or down. Throws for a text that is not a rate of the wire. */
export function isPriceJump(last: string, next: string, factor: string): boolean {
  const [before, after, most] = [knownRate(last), knownRate(next), knownRate(factor)];
  return isTimesMore(after, before, most) || isTimesMore(before, after, most);
}

/** Whether `one` is more than `factor` times `other`. */
function isTimesMore(one: Rate, other: Rate, factor: Rate): boolean {
  const left = one.digits * 10n ** BigInt(other.scale + factor.scale);
  return left > other.digits * factor.digits * 10n ** BigInt(one.scale);
}

/** Throws for a text that is not a rate of the wire. */
export function knownRate(text: string): Rate {
  const rate = parseRate(text);
  if (!rate.ok) throw new RangeError(`${text} is ${rate.problem}`);
  return rate.value;
}

/** The value of `money` in `into` at `rate` (units of `into` per unit of `money`), rounded toward zero to a whole minor unit. */
export function convertMoney(money: Money, rate: Rate, into: Token): Money {
  const numerator = money.minor * rate.digits * 10n ** BigInt(into.decimals);
  return { token: into, minor: numerator / 10n ** BigInt(rate.scale + money.token.decimals) };
}

/** A plain decimal of any token, in units of 10⁻³⁰; any other text counts as 0. */
export function decimalUnits(text: string): bigint {
  const money = parseMoney(text, { ...tokens.ZST, decimals: 30 });
  return money.ok ? money.value.minor : 0n;
}

/** Compares two plain decimals of any tokens; any other text counts as 0. */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  const [one, other] = [decimalUnits(left), decimalUnits(right)];
  return one === other ? 0 : one < other ? -1 : 1;
}
