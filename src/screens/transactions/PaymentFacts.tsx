import type { ReactNode } from 'react';
import type { Transaction } from '../../../contract/transactions.ts';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import type { PaymentKind } from '../../machines/money/paymentMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { leftOf } from '../money/amountText.ts';

interface Props {
  kind: PaymentKind;
  payment: Pick<Transaction, 'token' | 'amount' | 'fee' | 'total' | 'counterparty'>;
  /** Before it; undefined while it is not known, or when it has been sent. */
  available?: string | undefined;
  /** The balance is not shown; what moves is, for that has to be checked. */
  isHidden?: boolean;
  /** What is known of the recipient, under the address. */
  children?: ReactNode;
}

/** Every amount that moves, and whom it reaches. */
export function PaymentFacts({ kind, payment, available, isHidden = false, children }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { token, amount, fee, total, counterparty } = payment;
  const money = (value: string | null, isMasked = false) => (
    <Amount value={value} token={token} locale={locale} labels={amountLabels} isHidden={isMasked} />
  );
  return (
    <Facts>
      <Fact term={t('transactions:payment.leaves')}>{money(total)}</Fact>
      <Fact term={t('transactions:flow.fee')}>{money(fee)}</Fact>
      <Fact
        term={t(kind === 'send' ? 'transactions:payment.theyReceive' : 'transactions:payment.youReceive')}
      >
        {money(amount)}
      </Fact>
      {available !== undefined && (
        <Fact term={t('transactions:flow.leftAfter')}>
          {money(leftOf(available, total, token), isHidden)}
        </Fact>
      )}
      {counterparty !== null && (
        <Fact term={t('transactions:payment.recipient')} isTall>
          <MonoGroups value={counterparty} />
          {children}
        </Fact>
      )}
    </Facts>
  );
}
