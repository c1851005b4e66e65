import type { ReactNode } from 'react';
import type { Transaction } from '../../../contract/transactions.ts';
import { Fact, Facts, HeroFact } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Amount, type AmountProps } from '../../components/money/Amount.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { leftOf } from '../money/leftOf.ts';

interface Props {
  payment: Pick<Transaction, 'token' | 'amount' | 'fee' | 'total' | 'counterparty'>;
  /** The balance before the payment: null while unknown, undefined after sending. */
  available?: string | null | undefined;
  /** Whether the balance is hidden; the payment's amounts are always shown so that they can be checked. */
  isHidden?: boolean;
  /** How the fee was made, as a `dd` under it. */
  feeNote?: ReactNode;
  /** Whether the received amount is shown elsewhere. */
  isRest?: boolean;
  /** What is known of the recipient, under the address. */
  children?: ReactNode;
}

/** What arrives, what it costs and leaves, then whom it reaches and what is left. */
export function PaymentFacts({
  payment,
  available,
  isHidden = false,
  isRest = false,
  feeNote,
  children,
}: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { token, fee, total, counterparty } = payment;
  const money = (value: string | null, look: Partial<AmountProps> = {}) => (
    <Amount value={value} token={token} locale={locale} labels={amountLabels} size="sm" {...look} />
  );
  return (
    <Facts>
      {!isRest && <ReceivedAmount payment={payment} />}
      <Fact term={t('transactions:flow.fee')} note={feeNote}>
        {money(fee)}
      </Fact>
      <Fact term={t('transactions:payment.leaves')}>{money(total)}</Fact>
      {counterparty !== null && (
        <Fact term={t('transactions:payment.recipient')} isTall>
          <MonoGroups value={counterparty} />
          {children}
        </Fact>
      )}
      {available !== undefined && (
        <Fact term={t('transactions:flow.leftAfter')}>
          <ExpandableAmount
            value={leftOf(available, total, token)}
            token={token}
            locale={locale}
            labels={amountLabels}
            isHidden={isHidden}
            size="sm"
            more={t('transactions:flow.allDigits')}
          />
        </Fact>
      )}
    </Facts>
  );
}

/** The hero of a payment, within `Facts`: what the recipient gets. */
export function ReceivedAmount({
  payment: { amount, token },
}: {
  payment: Pick<Transaction, 'amount' | 'token'>;
}) {
  const { t, locale, amountLabels } = useTexts('transactions');
  return (
    <HeroFact term={t('transactions:payment.receives')}>
      <Amount value={amount} token={token} locale={locale} labels={amountLabels} size="2xl" />
    </HeroFact>
  );
}
