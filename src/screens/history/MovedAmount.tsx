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

/** What the balance gained or lost, with its sign and a word for it; of an exchange both. */
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
  /** By six digits, and by all of them at a press. Never inside a link. */
  isExpandable?: boolean;
}

/** The side in the transaction's own token, in or out. */
export function Paid({ transaction, ...look }: Look & { transaction: Transaction }) {
  return (
    <Moved
      {...look}
      value={signedTotal(transaction)}
      token={transaction.token}
      isGain={moveOf(transaction) === 'in'}
    />
  );
}

/** An amount that shows which way it went. */
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
