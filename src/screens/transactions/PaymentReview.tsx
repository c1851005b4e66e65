import { useSelector } from '@xstate/react';
import {
  type PaymentKind,
  type PaymentRef,
  type PaymentSnapshot,
  paymentHindrance,
} from '../../machines/money/paymentMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { QuoteReview } from '../money/QuoteReview.tsx';
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

/** Everything that is about to leave, what it costs and whom it reaches. */
export function PaymentReview({ kind, payment, state, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const review = useSelector(state.children.quoteReview, (snapshot) => snapshot);
  const { quote, agreed } = review?.context ?? { quote: state.context.quote, agreed: null };
  if (!quote) return null;
  const hindrance = paymentHindrance(kind, state);
  const balance = state.context.tokens?.find(({ symbol }) => symbol === quote.token);
  const isSend = kind === 'send';
  return (
    <QuoteReview
      flow={payment}
      state={state}
      quote={quote}
      title={t(isSend ? 'transactions:payment.reviewSend' : 'transactions:payment.reviewWithdraw')}
      accept={t(isSend ? 'transactions:payment.acceptSend' : 'transactions:payment.acceptWithdraw')}
      hindrance={hindrance ? t(`transactions:hindrance.${hindrance}`, { token: quote.token }) : undefined}
      change={
        agreed && (
          <ChangedPayment
            kind={kind}
            quote={quote}
            agreed={agreed}
            onAccept={() => payment.send({ type: 'change.accepted' })}
          />
        )
      }
      warning={
        <LookAlike
          quote={quote}
          isOpen={review?.can({ type: 'warning.acknowledged' }) ?? false}
          onCompared={() => payment.send({ type: 'warning.acknowledged' })}
        />
      }
    >
      <PaymentFacts
        payment={{ ...quote, fee: quote.fee.amount, counterparty: quote.to }}
        kind={kind}
        available={review && balance?.available}
        isHidden={isHidden}
      >
        <RecipientFacts recipient={quote.recipient} />
      </PaymentFacts>
    </QuoteReview>
  );
}
