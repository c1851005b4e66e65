import { createActor } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { standingMachine } from '../../src/machines/core/standingMachine.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { exchangeMachine } from '../../src/machines/money/exchangeMachine.ts';
import { reconciliationMachine } from '../../src/machines/money/reconciliationMachine.ts';
import { fullWallet } from '../screens/figures.ts';
import { failure } from './actors.ts';
import { exchangeDone, exchangeQuote } from './moneyFlow.ts';
import type { Exploration } from './paths.ts';

/** The key that is made as the first, the second, … */
export const key = (count: number) => `6f1c2d3e-0000-4000-8000-${String(count).padStart(12, '0')}`;
const notifications = createActor(toastsMachine, { input: { now: () => 0 } });

/** Nothing is kept, and nobody listens: for looking at the states alone. */
export const quietExchange = exchangeMachine.provide({
  actors: { reconciliation: reconciliationMachine },
  actions: { keepRecord: () => {}, tellLocked: () => {}, tellMoved: () => {} },
});

/** Everything that can happen to an exchange, after what its record says. */
export const exchangeExploration = (record: SavedFlow | null = null): Exploration<typeof exchangeMachine> => {
  let keys = 0;
  const draft = { values: { from: 'ZST', to: 'USDT', side: 'pay', amount: '10' }, quote: null };
  return {
    input: {
      now: () => 0,
      makeKey: () => key(++keys),
      readRecord: () => record,
      notifications,
      standing: createActor(standingMachine, { input: { isFrozen: false } }),
      prefill: {},
    },
    events: [
      { type: 'field.changed', name: 'amount', value: '10' },
      { type: 'fields.changed', values: { amount: '' } },
      { type: 'address.shown', prefill: { from: 'STO', to: 'ZST' } },
      { type: 'balances.known', tokens: fullWallet.tokens },
      { type: 'quote.requested' },
      { type: 'quote.accepted' },
      { type: 'change.accepted' },
      { type: 'warning.acknowledged' },
      { type: 'draft.resumed' },
      { type: 'draft.continued', draft },
      { type: 'draft.dropped', draft },
      { type: 'flow.restarted' },
      { type: 'answer.requested' },
      { type: 'payment.repeated' },
      { type: 'tabLock.held' },
      { type: 'tabLock.taken' },
      { type: 'tabLock.lost' },
      { type: 'takeover.requested' },
    ],
    answers: {
      watchStanding: {},
      receipt: {},
      claimTabLock: {},
      untilFree: { done: [undefined] },
      requestQuote: {
        done: [exchangeQuote('first')],
        error: [new CallError(failure('NETWORK'))],
      },
      renewQuote: {
        done: [exchangeQuote('same'), exchangeQuote('other', 0, { receive: '11' })],
        error: [new CallError(failure('INSUFFICIENT_BALANCE', { requestId: 'r' }))],
      },
      pay: {
        done: [exchangeDone],
        error: [
          new CallError(failure('NETWORK')),
          new CallError(failure('QUOTE_EXPIRED', { requestId: 'r' })),
          new CallError(failure('INSUFFICIENT_BALANCE', { requestId: 'r', fields: { pay: 'insufficient' } })),
        ],
      },
      reconciliation: {
        done: [
          { outcome: 'done', result: exchangeDone },
          { outcome: 'refused', failure: failure('QUOTE_USED') },
          { outcome: 'refused', failure: failure('QUOTE_EXPIRED') },
          { outcome: 'never' },
          { outcome: 'repeat' },
        ],
      },
    },
    distinguish: ({ context }) => [
      context.values.amount,
      context.quote?.id,
      context.agreed?.id,
      context.key !== null,
      context.failure?.code,
      Math.min(context.renewals, 6),
      context.aside.length > 0,
    ],
  };
};
