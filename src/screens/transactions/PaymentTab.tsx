import { useSelector } from '@xstate/react';
import type { PaymentKind, PaymentRef, PaymentSnapshot } from '../../machines/money/paymentMachine.ts';
import type { PaymentWalletRef } from '../../machines/money/transactionsArea.ts';
import { useTexts } from '../core/useTexts.ts';
import { ComesFirst } from '../money/ComesFirst.tsx';
import { MoneySteps } from '../money/MoneySteps.tsx';
import { OpenElsewhere } from '../money/OpenElsewhere.tsx';
import { RefusedPayment } from '../money/RefusedPayment.tsx';
import { PaymentDraft } from './PaymentDraft.tsx';
import { PaymentReview } from './PaymentReview.tsx';
import { PaymentSettled } from './PaymentSettled.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';
import { PaymentUnknown } from './PaymentUnknown.tsx';

interface Props {
  kind: PaymentKind;
  payment: PaymentRef;
  wallet: PaymentWalletRef;
  isHidden: boolean;
}

/** A payment at its step, and beside it what it is paid from. */
export function PaymentTab({ kind, payment, wallet, isHidden }: Props) {
  const state = useSelector(payment, (snapshot) => snapshot);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,32rem)_minmax(0,20rem)] lg:gap-10">
      <div className="flex w-full max-w-flow flex-col gap-6">
        {!state.matches('openElsewhere') && <MoneySteps {...stepOf(state)} />}
        {state.hasTag('locked') && <ComesFirst flow={state.context} />}
        <Step kind={kind} payment={payment} state={state} wallet={wallet} isHidden={isHidden} />
      </div>
      <PaymentSummary kind={kind} symbol={state.context.values.token} wallet={wallet} isHidden={isHidden} />
    </div>
  );
}

function stepOf(state: PaymentSnapshot) {
  if (state.matches({ owned: 'settled' })) return { now: null };
  if (state.matches({ owned: 'refused' })) return { now: 'done', failed: 'done' } as const;
  if (state.hasTag('locked')) return { now: 'done' } as const;
  return { now: state.hasTag('reviewing') ? 'review' : 'amount' } as const;
}

function Step({ kind, payment, state, ...draft }: Props & { readonly state: PaymentSnapshot }) {
  const { t } = useTexts('transactions');
  if (state.matches('openElsewhere')) {
    return <OpenElsewhere onTakeOver={() => payment.send({ type: 'takeover.requested' })} />;
  }
  if (state.matches({ owned: 'settled' })) {
    return <PaymentSettled kind={kind} payment={payment} state={state} />;
  }
  if (state.matches({ owned: 'refused' })) {
    return (
      <RefusedPayment
        title={t(kind === 'send' ? 'transactions:payment.failedSend' : 'transactions:payment.failedWithdraw')}
        failure={state.context.failure}
        errors={state.context.refused}
        onChange={() => payment.send({ type: 'draft.resumed' })}
      />
    );
  }
  if (state.matches({ owned: 'reconciling' })) return <PaymentUnknown payment={payment} state={state} />;
  if (state.hasTag('reviewing') || state.matches({ owned: 'sending' })) {
    return <PaymentReview kind={kind} payment={payment} state={state} isHidden={draft.isHidden} />;
  }
  return <PaymentDraft kind={kind} payment={payment} state={state} {...draft} />;
}
