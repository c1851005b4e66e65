import { expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock, setup } from 'xstate';
import type { ExchangeQuote, ExchangeQuoteRequest } from '../../contract/exchange.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { exchangeArea } from '../../src/machines/money/exchangeArea.ts';
import {
  exchangeMachine,
  exchangeReviewMachine,
  readExchangeAddress,
} from '../../src/machines/money/exchangeMachine.ts';
import { exchangePricesMachine } from '../../src/machines/money/exchangePricesMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput } from '../support/areas.ts';
import { exchangeQuote, heldTabLock } from '../support/moneyFlow.ts';

test.each([
  ['ZST', 'USDT'],
  ['STO', 'USDT'],
  ['USDT', 'ZST'],
])('an address with %s on both sides asks for its exchange into %s', (from, to) => {
  expect(readExchangeAddress(`?from=${from}&to=${from}`)).toEqual({ from, to });
});

test('a draft that is continued in its review is named by the address, so that the older request does not return', async () => {
  const clock = new SimulatedClock();
  const quote = manualCall<ExchangeQuote, { readonly request: ExchangeQuoteRequest }>();
  const area = exchangeArea.provide({
    actors: {
      exchange: exchangeMachine.provide({
        actors: {
          tabLock: heldTabLock,
          quoteReview: exchangeReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
        },
        actions: { keepRecord: () => {} },
      }),
      exchangePrices: exchangePricesMachine.provide({ actors: { watchRoom: fromCallback(() => {}) } }),
    },
  });
  const toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  const requested: string[] = [];
  const parent = createActor(
    setup({ actors: { area } }).createMachine({
      invoke: {
        id: 'area',
        src: 'area',
        input: {
          ...signedInInput(() => clock.now(), toasts),
          shown: shown('exchange', 'exchange', '?from=ZST&to=USDT'),
        },
      },
      on: { 'address.requested': { actions: ({ event }) => requested.push(event.to) }, '*': {} },
    }),
    { clock },
  ).start();
  const actor = parent.getSnapshot().children.area;
  const exchange = (actor as ReturnType<typeof createActor<typeof area>>).getSnapshot().children.exchange;
  if (!actor || !exchange) throw new Error('the area was not started');

  exchange.send({ type: 'fields.changed', values: { amount: '4' } });
  exchange.send({ type: 'quote.requested' });
  quote.last().answer(exchangeQuote('q'));
  await settled();
  actor.send(shown('exchange', 'exchange', '?from=STO&to=USDT&amount=5'));
  actor.send(shown('exchange', 'exchange', '?from=STO&to=USDT'));
  const draft = exchange.getSnapshot().context.aside[0];
  if (!draft) throw new Error('the review was not put aside');
  requested.length = 0;
  exchange.send({ type: 'draft.continued', draft });
  await settled();
  expect([exchange.getSnapshot().value, exchange.getSnapshot().context.values.from]).toEqual([
    'reviewing',
    'ZST',
  ]);
  expect(requested).toContain('/exchange?from=ZST&to=USDT');
});
