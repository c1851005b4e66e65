/** What is changed, and which tests have to notice. A room is as large as what its tests can be asked for in one go. */
export interface Room {
  /** Files, as globs from the project's root. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

export const rooms: Readonly<Record<string, Room>> = {
  money: {
    mutate: ['contract/{money,paymentTerms,exchangeTerms,valuation}.ts'],
    tests: ['tests/contract/**/*.test.ts', 'tests/server/exchange/pricing.test.ts'],
  },
  rules: {
    mutate: ['contract/{rules,walletAddress,paymentLink,reasons}.ts'],
    tests: ['tests/contract/**/*.test.ts'],
  },
  machines: { mutate: ['src/machines/**/*.ts'], tests: ['tests/machines/**/*.test.ts'] },
  ledger: { mutate: ['server/ledger/**/*.ts'], tests: ['tests/server/ledger/**/*.test.ts'] },
  payments: {
    mutate: ['server/payments/**/*.ts', 'server/exchange/**/*.ts'],
    tests: ['tests/server/{transactions,exchange,withdrawals}/**/*.test.ts'],
  },
};
