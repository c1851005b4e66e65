import { useSelector } from '@xstate/react';
import type { PaymentKind, PaymentRef } from '../../machines/money/paymentMachine.ts';
import type { PaymentWalletRef } from '../../machines/money/transactionsArea.ts';
import { useTexts } from '../core/useTexts.ts';
import { MoneyFlow } from '../money/MoneyFlow.tsx';
import { PaymentDraft } from './PaymentDraft.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentReview } from './PaymentReview.tsx';
import { PaymentSettled } from './PaymentSettled.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';

interface Props {
  kind: PaymentKind;
  payment: PaymentRef;
  wallet: PaymentWalletRef;
  isHidden: boolean;
}

/** A payment at its step, and beside it what it is paid from. */
export function PaymentTab({ kind, payment, wallet, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(payment, (snapshot) => snapshot);
  const { quote, values } = state.context;
  const step = { kind, payment, state, isHidden };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,32rem)_minmax(0,20rem)] lg:gap-10">
      <div className="flex w-full max-w-flow flex-col gap-6">
        <MoneyFlow
          flow={payment}
          draft={<PaymentDraft {...step} wallet={wallet} />}
          review={<PaymentReview {...step} />}
          sent={
            quote && (
              <PaymentFacts
                kind={kind}
                payment={{ ...quote, fee: quote.fee.amount, counterparty: quote.to }}
              />
            )
          }
          settled={<PaymentSettled kind={kind} payment={payment} state={state} />}
          refused={t(
            kind === 'send' ? 'transactions:payment.failedSend' : 'transactions:payment.failedWithdraw',
          )}
        />
      </div>
      <PaymentSummary kind={kind} symbol={values.token} wallet={wallet} isHidden={isHidden} />
    </div>
  );
}
