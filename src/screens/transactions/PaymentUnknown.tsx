import { useSelector } from '@xstate/react';
import type { PaymentRef, PaymentSnapshot } from '../../machines/money/paymentMachine.ts';
import { UnknownOutcome } from '../money/UnknownOutcome.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';

interface Props {
  payment: PaymentRef;
  state: PaymentSnapshot;
}

/** A payment that was sent and not answered. */
export function PaymentUnknown({ payment, state }: Props) {
  const { quote } = state.context;
  const reconciliation = useSelector(payment, (snapshot) => snapshot.children.reconciliation);
  if (!reconciliation) return null;
  return (
    <UnknownOutcome
      reconciliation={reconciliation}
      isOffline={state.context.account.isOffline}
      onAsk={() => payment.send({ type: 'answer.requested' })}
      onRepeat={() => payment.send({ type: 'payment.repeated' })}
    >
      {quote && (
        <PaymentFacts
          kind={quote.kind === 'withdraw' ? 'withdraw' : 'send'}
          payment={{ ...quote, fee: quote.fee.amount, counterparty: quote.to }}
        />
      )}
    </UnknownOutcome>
  );
}
