import type { DepositOffer } from '../../machines/deposit/walletDeposit.ts';
import type { WalletDepositProblem } from '../../machines/deposit/walletProblem.ts';

/** The texts of a problem: what happened, and what to do. */
export const problemKeys = (problem: WalletDepositProblem) =>
  ({
    sentence: `transactions:byWallet.problems.${problem}`,
    next: `transactions:byWallet.next.${problem}`,
  }) as const;

/** The values for the placeholders in these texts. */
export const problemValues = ({ token, chain: { name, id, native_currency } }: DepositOffer) => ({
  token,
  network: name,
  chain: String(id),
  currency: native_currency,
});
