import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import type { PaymentKind } from '../../machines/money/paymentMachine.ts';
import type { PaymentWalletRef } from '../../machines/money/transactionsArea.ts';
import { useTexts } from '../core/useTexts.ts';
import { BalancesFailure } from '../money/BalancesFailure.tsx';

interface Props {
  entry: PaymentKind;
  symbol: string;
  wallet: PaymentWalletRef;
  /** Whether the fee is not quoted yet. */
  isDrafting: boolean;
  isHidden: boolean;
}

/** The balances that a payment is made from, and its rules. */
export const PaymentSummary = memo(function PaymentSummary({
  entry,
  symbol,
  wallet,
  isDrafting,
  isHidden,
}: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { data, failure } = useSelector(wallet, (state) => state.context);
  const isSlow = useSelector(wallet, (state) => state.hasTag('slow'));
  const token = data?.tokens.find((each) => each.symbol === symbol);
  const isComing = !data && !failure && !isSlow;
  const money = (value: string | undefined, isOpen = false) =>
    value === undefined ? (
      <Skeleton className="h-6 w-24" />
    ) : (
      <ExpandableAmount
        value={value}
        token={symbol}
        locale={locale}
        labels={amountLabels}
        isHidden={isHidden && !isOpen}
        more={t('transactions:flow.allDigits')}
      />
    );
  return (
    <aside
      aria-label={t('transactions:payment.summary', { token: symbol })}
      className="w-full max-w-flow min-[75rem]:max-w-none"
    >
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">{t('transactions:payment.summary', { token: symbol })}</h2>
          {token?.withdrawals_enabled === false && (
            <StatusBadge tone="halt">{t('transactions:payment.offShort')}</StatusBadge>
          )}
        </div>
        {isComing && (
          <p role="status" className="sr-only">
            {t('common:loading')}
          </p>
        )}
        <BalancesFailure wallet={wallet} />
        {(token || isComing) && (
          <Facts>
            <Fact term={t('transactions:payment.available')}>{money(token?.available)}</Fact>
            <Fact term={t('transactions:payment.pending')}>{money(token?.pending)}</Fact>
            {entry === 'withdraw' && (
              <Fact term={t('transactions:payment.minimum')}>{money(token?.minimum_withdrawal, true)}</Fact>
            )}
          </Facts>
        )}
        <p className="text-muted text-sm">
          {t(entry === 'send' ? 'transactions:payment.whatSend' : 'transactions:payment.whatWithdraw')}
        </p>
        {isDrafting && (
          <p className="text-muted text-sm">
            {t(entry === 'send' ? 'transactions:payment.feeRuleSend' : 'transactions:payment.feeRule')}
          </p>
        )}
      </Card>
    </aside>
  );
});
