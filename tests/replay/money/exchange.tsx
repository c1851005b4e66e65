import { useSelector } from '@xstate/react';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { exchangeWalletMachine } from '../../../src/machines/money/exchangeArea.ts';
import type { ExchangeRef } from '../../../src/machines/money/exchangeMachine.ts';
import {
  exchangeMachine,
  exchangeReviewMachine,
  exchangeSubmissionMachine,
} from '../../../src/machines/money/exchangeMachine.ts';
import { ExchangeDraft } from '../../../src/screens/exchange/ExchangeDraft.tsx';
import { ExchangeReview, QuoteFacts } from '../../../src/screens/exchange/ExchangeReview.tsx';
import { ExchangeSettled } from '../../../src/screens/exchange/ExchangeSettled.tsx';
import { MoneyFlow } from '../../../src/screens/money/MoneyFlow.tsx';
import { fullWallet } from '../../screens/figures.ts';
import { exchangeDone, exchangeQuote } from '../../support/moneyFlow.ts';
import { actorAt } from '../../support/paths.ts';
import { paste } from '../../support/replay/gestures.ts';
import { moneyFlowMap } from '../../support/replay/moneyFlowMap.tsx';
import { screenMap } from '../../support/replay/screenMap.ts';

const wallet = actorAt(
  exchangeWalletMachine,
  exchangeWalletMachine.resolveState({
    value: 'ready',
    context: {
      ...{ now: () => 0, key: 'exchangeWallet', dataKey: 'exchangeWallet' },
      ...{ data: fullWallet, loadedAt: 0, failure: null, isOutdated: false },
    },
  }),
);

function Flow({ exchange }: { exchange: ExchangeRef }) {
  const state = useSelector(exchange, (snapshot) => snapshot);
  const step = { exchange, state, isHidden: false };
  return (
    <>
      <PageTitle>Exchange</PageTitle>
      <MoneyFlow
        flow={exchange}
        first="amount"
        draft={
          <ExchangeDraft {...step} wallet={wallet} rates={null} isRateAwaited={false} areRatesOld={false} />
        }
        review={<ExchangeReview {...step} />}
        sent={state.context.quote && <QuoteFacts quote={state.context.quote} />}
        settled={<ExchangeSettled exchange={exchange} state={state} />}
        isHidden={false}
        refused="Your exchange failed"
      />
    </>
  );
}

export const map = screenMap(
  moneyFlowMap({
    machine: exchangeMachine.provide({
      actors: { quoteReview: exchangeReviewMachine, submission: exchangeSubmissionMachine },
      actions: { keepRecord: () => {} },
    }),
    review: exchangeReviewMachine,
    submission: exchangeSubmissionMachine,
    screen: (actor) => <Flow exchange={actor as unknown as ExchangeRef} />,
    filling: [
      {
        events: [{ type: 'fields.changed', values: { side: 'pay', amount: '10' } }],
        by: paste(/^You pay/, '10'),
      },
      {
        events: [{ type: 'fields.changed', values: { side: 'pay', amount: 'ten' } }],
        by: paste(/^You pay/, 'ten'),
      },
    ],
    values: { from: 'ZST', to: 'USDT', side: 'pay', amount: '10' },
    prefill: { from: 'STO', to: 'ZST' },
    accept: /^Exchange 10/,
    again: 'New exchange',
    quotes: (at) => [exchangeQuote('first', at), exchangeQuote('dear', at, { receive: '11', rate: '1.1' })],
    result: { ...exchangeDone, status: 'pending' },
    field: 'pay',
    tokens: fullWallet.tokens,
    views: [/available balance$/, /Token|token|ZST|USDT|STO/, /^Swap|^Flip|^Switch/, /^You receive/],
    unreached: Object.fromEntries(
      [
        'exchange.reviewing: warning.acknowledged',
        'exchangeReview.reviewing.judging: always [0]',
        'exchangeReview.reviewing.warned: warning.acknowledged',
      ].map((word) => [word, 'an exchange warns of nothing']),
    ),
  }),
);
