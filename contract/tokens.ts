/** A token's symbol, name and the number of decimal places of its smallest unit. */
export interface Token {
  /** Unique here: every call, balance and transaction names the token by it. */
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** The tokens that every account holds from its start, and that can be exchanged (spec section 9). */
export const tokenSymbols = ['ZST', 'STO', 'USDT'] as const;
export type TokenSymbol = (typeof tokenSymbols)[number];

export const tokens: Readonly<Record<TokenSymbol, Token>> = {
  ZST: { symbol: 'ZST', name: 'Zesto', decimals: 18 },
  STO: { symbol: 'STO', name: 'Stone', decimals: 18 },
  USDT: { symbol: 'USDT', name: 'Tether USD', decimals: 6 },
};

/** The token in which values and totals are given (contract: "Values and totals are in USDT"). */
export const valueToken = tokens.USDT;

export function isTokenSymbol(text: string): text is TokenSymbol {
  return Object.hasOwn(tokens, text);
}
