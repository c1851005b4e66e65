import { createActor } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { sendMachine } from '../../src/machines/money/paymentMachine.ts';
import { fullWallet } from '../screens/figures.ts';
import { failure } from './actors.ts';
import { signedInInput } from './areas.ts';
import { lookAlike, outsideAddress, paymentDone, paymentQuote } from './moneyFlow.ts';
import type { Exploration } from './paths.ts';

/** A payment whose parent and storage do not listen: for looking at its states alone. */
export const quietPayment = sendMachine.provide({
  actions: { keepRecord: () => {}, tellLocked: () => {}, tellMoved: () => {} },
});

/** Everything that can happen to a payment, with an address that looks like a known one among it. */
export function paymentExploration(): Exploration<typeof quietPayment> {
  const now = () => 0;
  const notifications = createActor(toastsMachine, { input: { now } });
  return {
    input: { ...signedInInput(now, notifications), prefill: {} },
    events: [
      {
        type: 'fields.changed',
        values: { token: 'USDT', amount: '10', to: outsideAddress },
      },
      { type: 'field.changed', name: 'amount', value: 'ten' },
      { type: 'address.shown', prefill: { token: 'STO' } },
      { type: 'balances.known', tokens: fullWallet.tokens.map((token) => ({ ...token, available: '100' })) },
      { type: 'quote.requested' },
      { type: 'quote.accepted' },
      { type: 'change.accepted' },
      { type: 'warning.acknowledged' },
      { type: 'draft.resumed' },
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
        done: [paymentQuote('first'), paymentQuote('alike', 0, { recipient: lookAlike })],
        error: [
          new CallError(failure('NETWORK')),
          new CallError(failure('ADDRESS_INVALID', { requestId: 'r', fields: { to: 'own' } })),
        ],
      },
      renewQuote: {
        done: [
          paymentQuote('same'),
          paymentQuote('dear', 0, { fee: { amount: '2', token: 'USDT' }, total: '12' }),
        ],
        error: [new CallError(failure('INSUFFICIENT_BALANCE', { requestId: 'r' }))],
      },
      pay: {
        done: [paymentDone],
        error: [
          new CallError(failure('NETWORK')),
          new CallError(failure('QUOTE_EXPIRED', { requestId: 'r' })),
          new CallError(failure('WITHDRAWALS_DISABLED', { requestId: 'r' })),
        ],
      },
      reconciliation: {
        done: [
          { outcome: 'done', result: paymentDone },
          { outcome: 'done', result: null },
          { outcome: 'refused', failure: failure('QUOTE_USED') },
          { outcome: 'never' },
          { outcome: 'repeat' },
        ],
      },
    },
    distinguish: (snapshot) => {
      const { context } = snapshot;
      // Whoever comes to go on here restores what was kept: nothing but what is typed meanwhile outlives the wait.
      if (snapshot.matches('openElsewhere') || snapshot.matches({ owned: 'claiming' }))
        return context.early.amount;
      return [
        context.values.amount,
        context.quote?.id,
        context.agreed !== null,
        context.acknowledged !== null,
        context.failure?.code,
        context.result !== null,
      ];
    },
  };
}
