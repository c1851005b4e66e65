import { useSelector } from '@xstate/react';
import { Info } from 'lucide-react';
import { exactText } from '../../../contract/amountParts.ts';
import type { TransactionQuote } from '../../../contract/transactions.ts';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { savingAddress } from '../../machines/addressBook/addressBookQuery.ts';
import {
  type PaymentKind,
  type PaymentRef,
  type PaymentSnapshot,
  paymentHindrance,
  paymentKindOf,
} from '../../machines/money/paymentMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { QuoteReview } from '../money/QuoteReview.tsx';
import { ChangedPayment } from './ChangedPayment.tsx';
import { FactorAdvice } from './FactorAdvice.tsx';
import { FeeNote } from './FeeNote.tsx';
import { LookAlike } from './LookAlike.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { RecipientFacts } from './RecipientFacts.tsx';

interface Props {
  entry: PaymentKind;
  payment: PaymentRef;
  state: PaymentSnapshot;
  isHidden: boolean;
}

/** The quote of a payment: amount, fee and recipient. */
export function PaymentReview({ entry, payment, state, isHidden }: Props) {
  const { t, locale } = useTexts('transactions');
  const review = useSelector(state.children.quoteReview, (snapshot) => snapshot);
  const { quote, agreed } = review?.context ?? { quote: state.context.quote, agreed: null };
  if (!quote) return null;
  const hindrance = paymentHindrance(state);
  const balance = state.context.tokens?.find(({ symbol }) => symbol === quote.token);
  const kind = paymentKindOf(quote);
  const isSend = kind === 'send';
  return (
    <QuoteReview
      flow={payment}
      state={state}
      quote={quote}
      title={t('transactions:payment.review')}
      holds={t('transactions:payment.holds')}
      accept={t(isSend ? 'transactions:payment.acceptSend' : 'transactions:payment.acceptWithdraw', {
        amount: exactText(quote.amount, locale),
        token: quote.token,
      })}
      hindrance={hindrance ? t(`transactions:hindrance.${hindrance}`, { token: quote.token }) : undefined}
      isHidden={isHidden}
      change={
        agreed && (
          <ChangedPayment
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
      {kind !== entry && (
        <p className="flex gap-2 text-muted text-sm">
          <Info {...iconProps} className="shrink-0" />
          {t(isSend ? 'transactions:payment.isSend' : 'transactions:payment.isWithdrawal')}
        </p>
      )}
      <PaymentFacts
        payment={{ ...quote, fee: quote.fee.amount, counterparty: quote.to }}
        available={review && (balance?.available ?? null)}
        feeNote={quote.fee_basis && <FeeNote basis={quote.fee_basis} />}
        isHidden={isHidden}
      >
        <RecipientFacts recipient={quote.recipient} />
        {/* The review is there again afterwards, from the record of the flow. */}
        {review && state.context.isKept && isUnsaved(quote) && (
          <LinkButton href={savingAddress(quote.to, quote.token)}>
            {t('transactions:payment.saveAddress')}
          </LinkButton>
        )}
      </PaymentFacts>
      {quote.factor_advised === true && <FactorAdvice />}
    </QuoteReview>
  );
}

/** Whether the recipient is a new address whose wait begins when it is saved. One that looks like another is to be compared, not saved. */
function isUnsaved({ recipient }: TransactionQuote): boolean {
  const { label, usable_from, allowance, looks_like } = recipient;
  return label == null && usable_from != null && allowance != null && looks_like === null;
}
