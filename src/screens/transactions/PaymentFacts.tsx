import type { ReactNode } from 'react';
import type { Transaction } from '../../../contract/transactions.ts';
import { Fact, Facts, HeroFact } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Amount, type AmountProps } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { leftOf } from '../money/leftOf.ts';

interface Props {
  payment: Pick<Transaction, 'token' | 'amount' | 'fee' | 'total' | 'counterparty'>;
  /** The balance before the payment; undefined while unknown, or after sending. */
  available?: string | undefined;
  /** Whether the balance is hidden; the payment's amounts are always shown so that they can be checked. */
  isHidden?: boolean;
  /** How the fee was made, as a `dd` under it. */
  feeNote?: ReactNode;
  /** What is known of the recipient, under the address. */
  children?: ReactNode;
}

/** The received amount and the recipient, then every other amount. */
export function PaymentFacts({ payment, available, isHidden = false, feeNote, children }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { token, amount, fee, total, counterparty } = payment;
  const money = (value: string | null, look: Partial<AmountProps> = {}) => (
    <Amount value={value} token={token} locale={locale} labels={amountLabels} size="sm" {...look} />
  );
  return (
    <Facts>
      <HeroFact term={t('transactions:payment.receives')}>{money(amount, { size: '2xl' })}</HeroFact>
      {counterparty !== null && (
        <Fact term={t('transactions:payment.recipient')} isTall>
          <MonoGroups value={counterparty} />
          {children}
        </Fact>
      )}
      <Fact term={t('transactions:payment.leaves')}>{money(total)}</Fact>
      <Fact term={t('transactions:flow.fee')} note={feeNote}>
        {money(fee)}
      </Fact>
      {available !== undefined && (
        <Fact term={t('transactions:flow.leftAfter')}>
          {money(leftOf(available, total, token), { isHidden })}
        </Fact>
      )}
    </Facts>
  );
}
