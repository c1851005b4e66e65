import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense } from 'react';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import type { ExchangeRef, ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';
import type { PaymentRef, PaymentSnapshot } from '../../machines/money/paymentMachine.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ComesFirst } from './ComesFirst.tsx';
import { MoneySteps } from './MoneySteps.tsx';
import { OpenElsewhere } from './OpenElsewhere.tsx';
import { RefusedPayment } from './RefusedPayment.tsx';
import { UnknownOutcome } from './UnknownOutcome.tsx';

const StepUpPanel = lazyPart(() => import('./StepUpPanel.tsx'));

interface Props {
  flow: ExchangeRef | PaymentRef;
  /** Which field the form begins with. */
  first: 'amount' | 'recipient';
  draft: ReactNode;
  review: ReactNode;
  /** The sent payment, while its outcome is unknown. */
  sent: ReactNode;
  settled: ReactNode;
  /** The spec's sentence for a payment that was not made. */
  refused: string;
  isHidden: boolean;
}

/** The kind of flow, by its first field. */
const flowOf = { amount: 'exchange', recipient: 'payment' } as const;

/** A money flow at its current step. */
export function MoneyFlow({ flow, first, draft, review, sent, settled, refused, isHidden }: Props) {
  const state = useSelector(flow, (snapshot) => snapshot);
  const { quoteReview, stepUp, submission } = state.children;
  // While the first quote is loading, the form stays.
  const isQuoted = useSelector(quoteReview, (snapshot) => (snapshot?.context.quote ?? null) !== null);
  const isUnknown = useSelector(submission, (snapshot) => snapshot?.matches('reconciling') ?? false);
  const isLocked = state.hasTag('locked');

  if (state.matches('openElsewhere')) {
    return (
      <OpenElsewhere flow={flowOf[first]} onTakeOver={() => flow.send({ type: 'takeover.requested' })} />
    );
  }
  return (
    <>
      <MoneySteps first={first} {...stepOf(state, isQuoted)} />
      {isLocked && <ComesFirst flow={state.context} />}
      <Unkept state={state} isQuoted={isQuoted} />
      {state.matches('settled') ? (
        settled
      ) : state.matches('refused') ? (
        <RefusedPayment
          title={refused}
          failure={state.context.failure}
          form={state.context}
          isHidden={isHidden}
          onChange={() => flow.send({ type: 'draft.resumed' })}
        />
      ) : stepUp ? (
        <Suspense>
          <StepUpPanel stepUp={stepUp} onBack={() => flow.send({ type: 'proof.declined' })}>
            {sent}
          </StepUpPanel>
        </Suspense>
      ) : isUnknown && submission ? (
        // An empty form may come after it, which takes no focus.
        <div key="unknown" ref={leaveFocus}>
          <UnknownOutcome submission={submission}>{sent}</UnknownOutcome>
        </div>
      ) : isLocked || isQuoted ? (
        review
      ) : (
        <>
          {draft}
          {state.context.submits > 0 && <span ref={focusTitle} hidden />}
        </>
      )}
    </>
  );
}

/** After a step back the pressed control is gone: unless the form's errors have the focus, the page's title takes it. */
function focusTitle(element: HTMLElement | null) {
  if (element === null || document.activeElement !== document.body) return;
  document.getElementById('page-title')?.focus();
}

/** Warns that a reload would lose a reviewed or sent payment. */
function Unkept({ state, isQuoted }: { state: ExchangeSnapshot | PaymentSnapshot; isQuoted: boolean }) {
  const { t } = useTexts('transactions');
  const isAtStake = isQuoted || state.matches('submitting') || state.matches('proving');
  if (state.context.isKept || !isAtStake) return null;
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-card border border-wait p-4">
      <p className="font-semibold">{t('transactions:flow.unkept')}</p>
      <p>{t('transactions:flow.unkeptText')}</p>
    </div>
  );
}

function stepOf(state: ExchangeSnapshot | PaymentSnapshot, isQuoted: boolean) {
  if (state.matches('settled')) return { now: null };
  if (state.matches('refused')) return { now: 'done', failed: 'done' } as const;
  if (state.hasTag('locked')) return { now: 'done' } as const;
  return { now: isQuoted || state.matches('proving') ? 'review' : 'draft' } as const;
}
