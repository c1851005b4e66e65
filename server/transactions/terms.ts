import { type Money, parseMoney } from '../../contract/money.ts';
import { type TokenSymbol, tokens } from '../../contract/tokens.ts';
import { Refusal } from '../http/refusal.ts';

interface Terms {
  /** What leaves the house is at least this. */
  readonly minimum: string;
  /** What it costs to leave. Between accounts nothing does. */
  readonly fee: string;
  /** The most that is paid at once. */
  readonly maximum: string;
  /** The most that leaves at once before its person's identity is verified. */
  readonly unverified: string;
}

const terms: Readonly<Record<TokenSymbol, Terms>> = {
  ZST: { minimum: '10', fee: '0.5', maximum: '10000000', unverified: '20000' },
  STO: { minimum: '1', fee: '0.05', maximum: '1000000', unverified: '1500' },
  USDT: { minimum: '5', fee: '1.25', maximum: '1000000', unverified: '5000' },
};

/** The least that leaves by withdrawal, as the wire tells it. */
export function minimumWithdrawal(token: TokenSymbol): string {
  return terms[token].minimum;
}

/** The most that leaves at once before one is verified, as the wire tells it. */
export function unverifiedLimit(token: TokenSymbol): string {
  return terms[token].unverified;
}

/** What holds for one payment, in minor units. `leaves`: to the network, and not to an account of this house. */
export function termsOf(token: TokenSymbol, leaves: boolean) {
  const minor = (text: string) => mustRead(text, token).minor;
  return {
    fee: leaves ? minor(terms[token].fee) : 0n,
    minimum: leaves ? minor(terms[token].minimum) : 1n,
    maximum: minor(terms[token].maximum),
    unverified: minor(terms[token].unverified),
  };
}

function mustRead(text: string, token: TokenSymbol): Money {
  const money = parseMoney(text, tokens[token]);
  if (!money.ok) throw new Error(`${text} ${token} is ${money.problem}`);
  return money.value;
}

/** Reads an amount of the wire that is more than 0, or refuses by its field. */
export function readAmount(text: string, token: TokenSymbol): bigint {
  const money = parseMoney(text, tokens[token]);
  if (!money.ok) {
    if (money.problem === 'too_large')
      throw new Refusal('AMOUNT_TOO_LARGE', { fields: { amount: 'too_large' } });
    const rule = money.problem === 'too_many_decimals' ? 'too_many_decimals' : 'format';
    throw new Refusal('VALIDATION_FAILED', { fields: { amount: rule } });
  }
  if (money.value.minor <= 0n) throw new Refusal('AMOUNT_TOO_SMALL', { fields: { amount: 'too_small' } });
  return money.value.minor;
}
