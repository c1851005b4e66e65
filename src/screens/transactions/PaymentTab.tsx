import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import {
  type PaymentKind,
  type PaymentRef,
  paymentHindrance,
  paymentKindOf,
} from '../../machines/money/paymentMachine.ts';
import type { SavedRecipientsRef } from '../../machines/money/savedRecipientsMachine.ts';
import type { PaymentWalletRef } from '../../machines/money/transactionsArea.ts';
import { useTexts } from '../core/useTexts.ts';
import { HindranceNotice } from '../money/HindranceNotice.tsx';
import { MoneyFlow } from '../money/MoneyFlow.tsx';
import { PaymentDraft } from './PaymentDraft.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentReview } from './PaymentReview.tsx';
import { PaymentSettled } from './PaymentSettled.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';

interface Props {
  /** The tab through which the person came. */
  entry: PaymentKind;
  payment: PaymentRef;
  wallet: PaymentWalletRef;
  recipients: SavedRecipientsRef;
  isHidden: boolean;
  freeze: User['freeze'];
}

/** A payment at its current step, and beside it the balances. */
export function PaymentTab({ entry, payment, wallet, recipients, isHidden, freeze }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(payment, (snapshot) => snapshot);
  const { quote, values } = state.context;
  const step = { payment, state, isHidden };
  return (
    <div className="grid items-start gap-6 min-[75rem]:grid-cols-[minmax(0,32rem)_minmax(20rem,1fr)] min-[75rem]:gap-10">
      <div className="flex w-full max-w-flow flex-col gap-6">
        <HindranceNotice hindrance={paymentHindrance(state)} token={values.token} freeze={freeze} />
        <MoneyFlow
          flow={payment}
          first="recipient"
          draft={<PaymentDraft {...step} entry={entry} wallet={wallet} recipients={recipients} />}
          review={<PaymentReview {...step} entry={entry} />}
          sent={
            quote && <PaymentFacts payment={{ ...quote, fee: quote.fee.amount, counterparty: quote.to }} />
          }
          settled={<PaymentSettled payment={payment} state={state} />}
          refused={t(
            paymentKindOf(quote) === 'send'
              ? 'transactions:payment.failedSend'
              : 'transactions:payment.failedWithdraw',
          )}
          isHidden={isHidden}
        />
      </div>
      <PaymentSummary
        entry={entry}
        symbol={values.token}
        wallet={wallet}
        isDrafting={quote === null}
        isHidden={isHidden}
      />
    </div>
  );
}
