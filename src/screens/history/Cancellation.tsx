import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { exactText } from '../../../contract/amountParts.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type {
  CancellationRef,
  cancellationSubmissionMachine,
} from '../../machines/history/cancellationMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  transaction: Transaction;
  cancellation: CancellationRef;
}

/** Props of the element that replaces a pressed button. */
const inPlace = { ref: takeLostFocus, tabIndex: -1, className: 'focus-elsewhere' } as const;

/** Cancels a payment while that is possible: asks first, and shows the outcome. */
export function Cancellation({ transaction, cancellation }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(cancellation, (snapshot) => snapshot);
  const { submission } = state.children;
  const isUnknown = useSelector(submission, (snapshot) => snapshot?.matches('reconciling') ?? false);
  const { id, can_cancel } = transaction;
  const isOfThis = state.context.id === id;
  const start = (
    <Button
      variant="danger"
      // Only one cancellation may run at a time.
      reason={state.hasTag('locked') ? t('transactions:cancel.sending') : undefined}
      onPress={() => cancellation.send({ type: 'cancellation.requested', id })}
    >
      {t('transactions:cancel.action')}
    </Button>
  );

  if (!isOfThis) return can_cancel ? <div>{start}</div> : null;
  if (state.matches('ready')) return can_cancel ? <div {...inPlace}>{start}</div> : null;
  if (state.matches('cancelled')) {
    return (
      <p key="cancelled" {...inPlace} role="status">
        {t('transactions:cancel.done')}
      </p>
    );
  }
  if (state.matches('late')) {
    return (
      <p key="late" {...inPlace} role="status">
        {t(`transactions:cancel.late.${transaction.status}`)}
      </p>
    );
  }
  if (state.matches('refused')) {
    const { failure } = state.context;
    return (
      <div
        key="refused"
        {...inPlace}
        role="alert"
        className="focus-elsewhere flex flex-col items-start gap-2"
      >
        <p className="font-semibold">{t('transactions:cancel.failed')}</p>
        {failure === null && <p>{t('transactions:cancel.never')}</p>}
        {failure?.code === 'STATUS_CONFLICT' && <p>{t(`transactions:cancel.late.${transaction.status}`)}</p>}
        {failure && failure.code !== 'STATUS_CONFLICT' && (
          <p>
            {t(failureText[failure.code].sentence)} {t(failureText[failure.code].next)}
          </p>
        )}
        {can_cancel && start}
      </div>
    );
  }
  if (isUnknown && submission) return <Unknown submission={submission} />;
  return (
    <Question transaction={transaction} cancellation={cancellation} isSending={state.matches('sending')} />
  );
}

function Question({ transaction, cancellation, isSending }: Props & { isSending: boolean }) {
  const { t, locale } = useTexts('transactions');
  const { total, token } = transaction;
  return (
    <div
      key="question"
      {...inPlace}
      role="alert"
      className="focus-elsewhere flex flex-col gap-3 rounded-card border border-edge p-4"
    >
      <div>
        <p className="font-semibold">{t('transactions:cancel.title')}</p>
        <p>{t('transactions:cancel.text', { amount: exactText(total, locale), token })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isSending && (
          <Button
            autoFocus
            variant="quiet"
            onPress={() => cancellation.send({ type: 'cancellation.declined' })}
          >
            {t('transactions:cancel.decline')}
          </Button>
        )}
        <Button
          variant="danger"
          isPending={isSending}
          onPress={() => cancellation.send({ type: 'cancellation.confirmed' })}
        >
          {t('transactions:cancel.confirm')}
        </Button>
      </div>
    </div>
  );
}

interface UnknownProps {
  submission: ActorRefFrom<typeof cancellationSubmissionMachine>;
}

function Unknown({ submission }: UnknownProps) {
  const { t } = useTexts('transactions');
  const isAbsent = useSelector(submission, (state) => state.hasTag('absent'));
  const isAsking = useSelector(submission, (state) => state.hasTag('busy'));
  const isOffline = useSelector(submission, (state) => state.context.isOffline);
  return (
    <div
      key="unknown"
      {...inPlace}
      role="alert"
      className="focus-elsewhere flex flex-col items-start gap-3 rounded-card border border-wait p-4"
    >
      <p>{t(isAbsent ? 'transactions:cancel.absent' : 'transactions:cancel.unknown')}</p>
      {isAbsent ? (
        <Button
          variant="secondary"
          reason={isOffline ? t('transactions:hindrance.offline') : undefined}
          onPress={() => submission.send({ type: 'payment.repeated' })}
        >
          {t('transactions:flow.repeat')}
        </Button>
      ) : (
        <Button
          variant="secondary"
          isPending={isAsking}
          onPress={() => submission.send({ type: 'answer.requested' })}
        >
          {t('transactions:flow.askAgain')}
        </Button>
      )}
    </div>
  );
}
