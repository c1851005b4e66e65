import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import {
  paymentMachine,
  paymentReviewMachine,
  paymentSubmissionMachine,
} from '../../../src/machines/money/paymentMachine.ts';
import { savedRecipientsMachine } from '../../../src/machines/money/savedRecipientsMachine.ts';
import { paymentWalletMachine } from '../../../src/machines/money/transactionsArea.ts';
import { PaymentTab } from '../../../src/screens/transactions/PaymentTab.tsx';
import { fullWallet } from '../../screens/figures.ts';
import { lookAlike, outsideAddress, paymentDone, paymentQuote } from '../../support/moneyFlow.ts';
import { actorAt } from '../../support/paths.ts';
import { paste } from '../../support/replay/gestures.ts';
import { moneyFlowMap } from '../../support/replay/moneyFlowMap.tsx';
import { screenMap } from '../../support/replay/screenMap.ts';

const tokens = fullWallet.tokens.map((token) => ({ ...token, available: '100', withdrawals_enabled: true }));
const wallet = actorAt(
  paymentWalletMachine,
  paymentWalletMachine.resolveState({
    value: 'ready',
    context: {
      ...{ now: () => 0, key: 'paymentWallet', dataKey: 'paymentWallet' },
      ...{ data: { ...fullWallet, tokens }, loadedAt: 0, failure: null, isOutdated: false },
    },
  }),
);
const recipients = actorAt(
  savedRecipientsMachine,
  savedRecipientsMachine.resolveState({
    value: 'closed',
    context: { now: () => 0, query: '', isAsked: true, link: null },
  }),
);
const typed = (values: Record<string, string>, label: string, text: string) => ({
  events: [{ type: 'fields.changed', values }],
  by: paste(label, text),
});

export const map = screenMap(
  moneyFlowMap({
    machine: paymentMachine.provide({
      actors: { quoteReview: paymentReviewMachine, submission: paymentSubmissionMachine },
      actions: { keepRecord: () => {} },
    }),
    review: paymentReviewMachine,
    submission: paymentSubmissionMachine,
    screen: (actor) => (
      <>
        <PageTitle>Send</PageTitle>
        <PaymentTab
          entry="withdraw"
          payment={actor}
          wallet={wallet}
          recipients={recipients}
          isHidden={false}
          freeze={null}
        />
      </>
    ),
    filling: [
      typed({ to: outsideAddress }, 'Recipient', outsideAddress),
      typed({ amount: '10', most: '' }, 'Amount', '10'),
      typed({ amount: 'ten', most: '' }, 'Amount', 'ten'),
    ],
    values: { token: 'USDT', amount: '10', most: '', to: outsideAddress },
    prefill: { token: 'STO' },
    accept: /^(?:Send|Withdraw) 10/,
    again: 'New transaction',
    quotes: (at) => [
      paymentQuote('first', at),
      paymentQuote('dear', at, { fee: { amount: '2', token: 'USDT' }, total: '12' }),
      paymentQuote('alike', at, { recipient: lookAlike }),
    ],
    result: paymentDone,
    field: 'amount',
    tokens,
    views: [/^Saved and recent/, /^Scan/, /available balance$/, /Token/, /all digits/],
  }),
);
