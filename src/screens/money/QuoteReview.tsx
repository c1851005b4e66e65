import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { FormState, FormValues } from '../../machines/core/formState.ts';
import type { ExchangeRef, ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';
import type { PaymentRef, PaymentSnapshot } from '../../machines/money/paymentMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { QuoteClock } from './QuoteClock.tsx';
import { RefusalMoment } from './RefusalMoment.tsx';
import { useRefusalText } from './useRefusalText.ts';

interface Props {
  flow: ExchangeRef | PaymentRef;
  state: ExchangeSnapshot | PaymentSnapshot;
  quote: { readonly id: string; readonly expires_at: string };
  title: string;
  /** The label before the time for which the quote is valid. */
  holds: string;
  /** The name of the button that agrees to the quote. */
  accept: string;
  /** Why money cannot be moved right now. */
  hindrance: string | undefined;
  isHidden: boolean;
  /** How the quote differs from what the person agreed to last. */
  change: ReactNode;
  /** What the quote warns of. */
  warning?: ReactNode;
  /** Everything that the person agrees to. */
  children: ReactNode;
}

/** A quote as it will be carried out, with the time left. Exactly the accepted quote is sent. */
export function QuoteReview({
  flow,
  state,
  quote,
  title,
  holds,
  accept,
  hindrance,
  isHidden,
  change,
  warning,
  children,
}: Props) {
  const { t } = useTexts('transactions');
  const review = useSelector(state.children.quoteReview, (snapshot) => snapshot);
  const { now, isKept } = state.context;
  const isSending = review === undefined;
  const isOver = review?.matches('over') ?? false;
  const isRenewing = review?.matches('quoting') ?? false;
  const isChanged = review?.can({ type: 'change.accepted' }) ?? false;
  const isWarned = review?.can({ type: 'warning.acknowledged' }) ?? false;
  const first = isChanged
    ? t('transactions:flow.changedFirst')
    : isWarned
      ? t('transactions:recipient.compareFirst')
      : undefined;

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StepTitle>{title}</StepTitle>
        {review && !isOver && <QuoteClock quote={quote} now={now} holds={holds} isRenewing={isRenewing} />}
      </div>
      <LiveRegion
        message={
          isRenewing ? t('transactions:flow.renewing') : isSending ? t('transactions:flow.sending') : ''
        }
      />
      {isChanged && change}
      {isOver && <QuoteOver form={state.context} isHidden={isHidden} />}
      {warning}
      <div className={`flex flex-col gap-4 ${isOver || isRenewing ? 'outdated' : ''}`}>{children}</div>
      {isSending && isKept && <p className="text-muted text-sm">{t('transactions:flow.sendingText')}</p>}
      {/* The accept button above disappears when pressed, so the focus moves here. */}
      <div key={first} ref={takeLostFocus} className="page-action flex flex-wrap gap-2 max-md:*:first:grow">
        {isOver ? (
          <Button reason={hindrance} onPress={() => flow.send({ type: 'quote.requested' })}>
            {t('transactions:flow.renew')}
          </Button>
        ) : (
          <Button
            isPending={isSending || isRenewing}
            reason={hindrance ?? first}
            onPress={() => flow.send({ type: 'quote.accepted' })}
          >
            {accept}
          </Button>
        )}
        {!isSending && (
          <Button variant="quiet" onPress={() => flow.send({ type: 'draft.resumed' })}>
            {t('transactions:flow.change')}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** The quote is no longer renewed automatically: why its last renewal failed, if it did. */
function QuoteOver({
  form,
  isHidden,
}: {
  form: Pick<FormState<FormValues>, 'failure' | 'refused' | 'bound'>;
  isHidden: boolean;
}) {
  const { t } = useTexts('transactions');
  const reason = useRefusalText(form, isHidden);
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-card border border-wait p-4">
      <p className="font-semibold">{t('transactions:flow.over')}</p>
      <p>{reason ?? t('transactions:flow.overText')}</p>
      <RefusalMoment failure={form.failure} />
    </div>
  );
}
