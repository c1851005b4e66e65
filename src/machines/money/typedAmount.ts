import {
  compareMoney,
  type Money,
  type MoneyProblem,
  parseMoney,
  parseTypedMoney,
  printMoney,
} from '../../../contract/money.ts';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Rule } from '../../../contract/rules.ts';
import { type Token, tokens } from '../../../contract/tokens.ts';
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

/** A token of which the number of decimals is not known here: as many as the wire may have. */
export function widestToken(symbol: string): Token {
  return { symbol, name: symbol, decimals: 30 };
}

/** What a person typed as an amount that is more than 0 (spec section 5), or the rule it breaks. */
export function readTyped(text: string, token: Token): Result<Money, Rule> {
  const money = parseTypedMoney(text, token);
  if (!money.ok) return refused(rules[money.problem]);
  return money.value.minor > 0n ? ok(money.value) : refused('too_small');
}

/** Whether an amount is more than what a wallet has available of its token. */
export function isMoreThanAvailable(amount: Money, { available }: Pick<WalletToken, 'available'>): boolean {
  const balance = parseMoney(available, amount.token);
  return balance.ok && compareMoney(amount, balance.value) > 0;
}

/** `percent` of what is available, exact to the token's smallest unit, rounded down; as a person would type it. */
export function shareOf(
  { available }: Pick<WalletToken, 'available'>,
  percent: number,
  token: Token,
): string {
  const balance = parseMoney(available, token);
  if (!balance.ok || balance.value.minor <= 0n) return '0';
  return printMoney({ token, minor: (balance.value.minor * BigInt(percent)) / 100n });
}
