import type { Transaction } from '../../../contract/transactions.ts';
import { Amount, type AmountProps } from '../../components/money/Amount.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { moveOf, sidesOf, signedTotal } from './moves.ts';

interface Props {
  transaction: Transaction;
  isHidden: boolean;
  size?: 'base' | 'xl';
}

/** How a transaction changed the balance, with its sign and a word for it; for an exchange both amounts. */
export function MovedAmount({ transaction, isHidden, size = 'base' }: Props) {
  const { t } = useTexts('transactions');
  const sides = sidesOf(transaction);
  const look = { isHidden, size, isExpandable: size === 'base' };
  return (
    <span className="flex flex-col @xl:items-end">
      <Paid {...look} transaction={transaction} />
      {sides && <Moved {...look} value={sides.receive} token={sides.to} isGain />}
      <span className="text-muted text-sm">
        {t(sides ? 'transactions:moves.exchange' : `transactions:moves.${moveOf(transaction)}`)}
      </span>
    </span>
  );
}

interface Look
  extends Pick<AmountProps, 'isHidden' | 'size' | 'maximumFractionDigits' | 'significantDigits'> {
  /** Whether it shows six digits, and all of them when pressed. Never inside a link. */
  isExpandable?: boolean;
}

/** The amount in the transaction's own token, incoming or outgoing. */
export function Paid({ transaction, ...look }: Look & { transaction: Transaction }) {
  const move = moveOf(transaction);
  const amount = (
    <Moved {...look} value={signedTotal(transaction)} token={transaction.token} isGain={move === 'in'} />
  );
  // What was not completed changed no balance, and is not to look like what did.
  if (move === 'none') return <span className="text-muted [&_data]:line-through">{amount}</span>;
  return amount;
}

/** An amount with its direction. */
export function Moved({
  isGain,
  isExpandable = false,
  maximumFractionDigits,
  significantDigits,
  ...props
}: Look & { value: string; token: string; isGain: boolean }) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const signDisplay = isGain ? 'always' : 'auto';
  const shared = { ...props, locale, labels: amountLabels, signDisplay } as const;
  if (isExpandable) return <ExpandableAmount {...shared} more={t('transactions:flow.allDigits')} />;
  return (
    <Amount {...shared} maximumFractionDigits={maximumFractionDigits} significantDigits={significantDigits} />
  );
}
