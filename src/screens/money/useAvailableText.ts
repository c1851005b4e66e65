import { amountText } from '../../../contract/amountParts.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { useTexts } from '../core/useTexts.ts';

/** Below an amount: how much of the token is available. `isComing`: whether the balance is still being read. */
export function useAvailableText(
  balance: Pick<WalletToken, 'symbol' | 'available'> | undefined,
  isComing: boolean,
  isHidden: boolean,
): string {
  const { t, locale } = useTexts('transactions');
  if (!balance) return t(isComing ? 'common:loading' : 'transactions:flow.balancesUnknown');
  const digits = { significantDigits: 6, minimumFractionDigits: balance.available.includes('.') ? 2 : 0 };
  return t('transactions:flow.available', {
    amount: isHidden ? '••••••' : amountText(balance.available, locale, digits),
    token: balance.symbol,
  });
}
