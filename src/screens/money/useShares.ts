import { useMemo } from 'react';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { Share } from '../../components/fields/AmountField.tsx';
import { numberFormat } from '../../components/money/numberFormat.ts';
import { shareOf, tokenOf } from '../../machines/money/typedAmount.ts';
import { useTexts } from '../core/useTexts.ts';

const percents = [25, 50, 75, 100];
const none: readonly Share[] = [];

/**
 * Buttons for parts of the available balance; none if the balance is unknown, null while it is read. They stay the same objects while the
 * balance and `choose` do. `choose` gets the amount, language-independent, and whether it is the whole balance.
 */
export function useShares(
  balance: Pick<WalletToken, 'symbol' | 'name' | 'decimals' | 'available'> | undefined,
  isAwaited: boolean,
  choose: (amount: string, isAll: boolean) => void,
): readonly Share[] | null {
  const { t, locale } = useTexts('transactions');
  return useMemo(() => {
    if (!balance) return isAwaited ? null : none;
    const print = numberFormat(locale, { style: 'percent' });
    return percents.map((percent) => ({
      label: percent === 100 ? t('transactions:flow.max') : print.format(percent / 100),
      description: percent === 100 ? t('transactions:flow.maxOf') : t('transactions:flow.share', { percent }),
      onPress: () => choose(shareOf(balance, percent, tokenOf(balance)), percent === 100),
    }));
  }, [balance, isAwaited, choose, locale, t]);
}
