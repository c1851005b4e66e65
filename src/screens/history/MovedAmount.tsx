import type { Transaction } from '../../../contract/transactions.ts';
import { Amount } from '../../components/Amount.tsx';
import { useMoneyWords } from '../money/moneyWords.ts';
import { moveOf, signedTotal } from './moves.ts';

interface Props {
  transaction: Transaction;
  isHidden: boolean;
  size?: 'base' | 'xl';
}

/** What the balance gained or lost, with its sign and a word for it. */
export function MovedAmount({ transaction, isHidden, size = 'base' }: Props) {
  const { t, locale, amountLabels } = useMoneyWords();
  const move = moveOf(transaction);
  return (
    <span className="flex flex-col @xl:items-end">
      <Amount
        value={signedTotal(transaction)}
        token={transaction.token}
        locale={locale}
        labels={amountLabels}
        isHidden={isHidden}
        size={size}
        {...(size === 'base' && { maximumFractionDigits: 8 })}
        signDisplay={move === 'in' ? 'always' : 'auto'}
      />
      <span className="text-muted text-sm">{t(`transactions:moves.${move}`)}</span>
    </span>
  );
}
