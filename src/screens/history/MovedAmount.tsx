import type { Transaction } from '../../../contract/transactions.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { moveOf, sidesOf, signedTotal } from './moves.ts';

interface Props {
  transaction: Transaction;
  isHidden: boolean;
  size?: 'base' | 'xl';
}

/** What the balance gained or lost, with its sign and a word for it; of an exchange both. */
export function MovedAmount({ transaction, isHidden, size = 'base' }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const move = moveOf(transaction);
  const sides = sidesOf(transaction);
  const moved = (value: string, token: string, isGain: boolean) => (
    <Amount
      value={value}
      token={token}
      locale={locale}
      labels={amountLabels}
      isHidden={isHidden}
      size={size}
      {...(size === 'base' && { maximumFractionDigits: 8 })}
      signDisplay={isGain ? 'always' : 'auto'}
    />
  );
  return (
    <span className="flex flex-col @xl:items-end">
      {moved(signedTotal(transaction), transaction.token, move === 'in')}
      {sides && moved(sides.receive, sides.to, true)}
      <span className="text-muted text-sm">
        {t(sides ? 'transactions:moves.exchange' : `transactions:moves.${move}`)}
      </span>
    </span>
  );
}
