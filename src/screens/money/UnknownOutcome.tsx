import { useSelector } from '@xstate/react';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Countdown } from '../../components/base/Countdown.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';
import type { PaymentSnapshot } from '../../machines/money/paymentMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  submission: NonNullable<(ExchangeSnapshot | PaymentSnapshot)['children']['submission']>;
  /** What was sent. */
  children: ReactNode;
}

/** A sent payment whose outcome is unknown: says what is known, and what not to do meanwhile. */
export function UnknownOutcome({ submission, children }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(submission, (snapshot) => snapshot);
  const { failure, now, until, isOffline } = state.context;
  const isAbsent = state.hasTag('absent');
  return (
    <Card className="flex flex-col gap-4 border-wait">
      <div className="flex gap-3">
        <CircleHelp {...iconProps} className="mt-1 shrink-0 text-wait" />
        <StepTitle key={isAbsent ? 'absent' : 'unknown'}>
          {t(isAbsent ? 'transactions:flow.absent' : 'transactions:flow.unknown')}
        </StepTitle>
      </div>
      <p>{t(isAbsent ? 'transactions:flow.absentText' : 'transactions:flow.unknownText')}</p>
      {children}
      {isAbsent ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            reason={isOffline ? t('transactions:hindrance.offline') : undefined}
            onPress={() => submission.send({ type: 'payment.repeated' })}
          >
            {t('transactions:flow.repeat')}
          </Button>
          <Countdown
            isInWords
            until={until}
            now={now}
            label={(count) => t('transactions:flow.absentUntil', { count })}
          />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            isPending={state.hasTag('busy')}
            onPress={() => submission.send({ type: 'answer.requested' })}
          >
            {t('transactions:flow.askAgain')}
          </Button>
          <p role="status" className="text-muted text-sm">
            {isOffline
              ? t('transactions:flow.unknownOffline')
              : failure
                ? t(failureText[failure.code].sentence)
                : t('transactions:flow.asking')}
          </p>
        </div>
      )}
    </Card>
  );
}
