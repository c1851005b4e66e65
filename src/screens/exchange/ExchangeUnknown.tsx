import { useSelector } from '@xstate/react';
import type { ExchangeRef, ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';
import { UnknownOutcome } from '../money/UnknownOutcome.tsx';
import { QuoteFacts } from './ExchangeReview.tsx';

interface Props {
  exchange: ExchangeRef;
  state: ExchangeSnapshot;
}

/** An exchange that was sent and not answered. */
export function ExchangeUnknown({ exchange, state }: Props) {
  const { quote } = state.context;
  const reconciliation = useSelector(exchange, (snapshot) => snapshot.children.reconciliation);
  if (!reconciliation) return null;
  return (
    <UnknownOutcome
      reconciliation={reconciliation}
      isOffline={state.context.account.isOffline}
      onAsk={() => exchange.send({ type: 'answer.requested' })}
      onRepeat={() => exchange.send({ type: 'payment.repeated' })}
    >
      {quote && <QuoteFacts quote={quote} />}
    </UnknownOutcome>
  );
}
