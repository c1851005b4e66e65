import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import {
  type PaymentKind,
  type PaymentRef,
  type PaymentSnapshot,
  paymentHindrance,
} from '../../machines/money/paymentMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { QuoteClock } from '../money/QuoteClock.tsx';
import { ChangedPayment } from './ChangedPayment.tsx';
import { LookAlike } from './LookAlike.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { RecipientFacts } from './RecipientFacts.tsx';

interface Props {
  kind: PaymentKind;
  payment: PaymentRef;
  state: PaymentSnapshot;
  isHidden: boolean;
}

/** Everything that is about to leave, what it costs and whom it reaches. What is agreed to here is what is sent. */
export function PaymentReview({ kind, payment, state, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const { quote, agreed, tokens: balances, failure, now } = state.context;
  if (!quote) return null;
  const isSending = state.matches({ owned: 'sending' });
  const isOver = state.matches({ owned: 'over' });
  const isRenewing = state.matches({ owned: 'renewing' });
  const hindrance = paymentHindrance(kind, state);
  const available = balances?.find(({ symbol }) => symbol === quote.token)?.available;

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StepTitle>
          {t(kind === 'send' ? 'transactions:payment.reviewSend' : 'transactions:payment.reviewWithdraw')}
        </StepTitle>
        {state.matches({ owned: 'reviewing' }) && <QuoteClock quote={quote} now={now} />}
      </div>
      <LiveRegion
        message={
          isRenewing ? t('transactions:flow.renewing') : isSending ? t('transactions:flow.sending') : ''
        }
      />
      {state.can({ type: 'change.accepted' }) && agreed && (
        <ChangedPayment
          kind={kind}
          quote={quote}
          agreed={agreed}
          onAccept={() => payment.send({ type: 'change.accepted' })}
        />
      )}
      {isOver && (
        <div role="alert" className="flex flex-col gap-1 rounded-card border border-wait p-4">
          <p className="font-semibold">{t('transactions:flow.over')}</p>
          <p>{failure ? t(failureText[failure.code].sentence) : t('transactions:flow.overText')}</p>
        </div>
      )}
      <LookAlike
        quote={quote}
        isOpen={state.can({ type: 'warning.acknowledged' })}
        onCompared={() => payment.send({ type: 'warning.acknowledged' })}
      />
      <div className={isOver || isRenewing ? 'opacity-50' : ''}>
        <PaymentFacts
          payment={{ ...quote, fee: quote.fee.amount, counterparty: quote.to }}
          kind={kind}
          available={isSending ? undefined : available}
          isHidden={isHidden}
        >
          <RecipientFacts recipient={quote.recipient} />
        </PaymentFacts>
      </div>
      {isSending && <p className="text-muted text-sm">{t('transactions:flow.sendingText')}</p>}
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <Button
            reason={hindrance ? t(`transactions:hindrance.${hindrance}`, { token: quote.token }) : undefined}
            onPress={() => payment.send({ type: 'quote.requested' })}
          >
            {t('transactions:flow.renew')}
          </Button>
        ) : (
          <Accept kind={kind} payment={payment} state={state} isPending={isSending || isRenewing} />
        )}
        {!isSending && (
          <Button variant="quiet" onPress={() => payment.send({ type: 'draft.resumed' })}>
            {t('transactions:flow.change')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Accept({ kind, payment, state, isPending }: Omit<Props, 'isHidden'> & { isPending: boolean }) {
  const { t } = useTexts('transactions');
  const hindrance = paymentHindrance(kind, state);
  const reason = hindrance
    ? t(`transactions:hindrance.${hindrance}`, { token: state.context.values.token })
    : state.can({ type: 'change.accepted' })
      ? t('transactions:flow.changedFirst')
      : state.can({ type: 'warning.acknowledged' })
        ? t('transactions:recipient.compareFirst')
        : undefined;
  return (
    <Button isPending={isPending} reason={reason} onPress={() => payment.send({ type: 'quote.accepted' })}>
      {t(kind === 'send' ? 'transactions:payment.acceptSend' : 'transactions:payment.acceptWithdraw')}
    </Button>
  );
}
