import {
  compareMoney,
  type Money,
  type MoneyProblem,
  parseMoney,
  printMoney,
} from '../../../contract/money.ts';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Rule } from '../../../contract/rules.ts';
import { type Token, tokens } from '../../../contract/tokens.ts';
import { parseTypedMoney } from '../../../contract/typedMoney.ts';
import type { WalletToken } from '../../../contract/wallet.ts';

const rules: Readonly<Record<MoneyProblem, Rule>> = {
  empty: 'required',
  malformed: 'format',
  ambiguous: 'ambiguous',
  too_many_decimals: 'too_many_decimals',
  too_large: 'too_large',
};

/** A wallet's token for the arithmetic of money. Its symbol is only compared, never looked up. */
export function tokenOf({
  symbol,
  name,
  decimals,
}: Pick<WalletToken, 'symbol' | 'name' | 'decimals'>): Token {
  return { ...tokens.ZST, symbol: symbol as Token['symbol'], name, decimals };
}

/** A token whose decimals are unknown here: the most of the wire. */
export function widestToken(symbol: string): Token {
  return { symbol, name: symbol, decimals: 30 };
}

/** Parses the text of `typedAmount` as a positive amount (spec section 5), or answers the rule that it breaks. */
export function readTyped(text: string, token: Token): Result<Money, Rule> {
  const money = parseTypedMoney(text, token);
  if (!money.ok) return refused(rules[money.problem]);
  return money.value.minor > 0n ? ok(money.value) : refused('too_small');
}

/** Whether an amount exceeds the available balance of its token. */
export function isMoreThanAvailable(amount: Money, { available }: Pick<WalletToken, 'available'>): boolean {
  const balance = parseMoney(available, amount.token);
  return balance.ok && compareMoney(amount, balance.value) > 0;
}

/** `percent` of the available balance, rounded down to the token's smallest unit, in the language-independent format. */
export function shareOf(
  { available }: Pick<WalletToken, 'available'>,
  percent: number,
  token: Token,
): string {
  const balance = parseMoney(available, token);
  if (!balance.ok || balance.value.minor <= 0n) return '0';
  return printMoney({ token, minor: (balance.value.minor * BigInt(percent)) / 100n });
}
