import { createActor } from 'xstate';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { exchangeArea } from '../../../src/machines/money/exchangeArea.ts';
import { exchangeMachine } from '../../../src/machines/money/exchangeMachine.ts';
import { paymentMachine } from '../../../src/machines/money/paymentMachine.ts';
import { transactionsArea } from '../../../src/machines/money/transactionsArea.ts';
import { fullWallet } from '../../screens/figures.ts';
import { shown, signedInInput } from '../../support/areas.ts';
import { heldTabLock } from '../../support/moneyFlow.ts';
import { heldCalls } from '../../support/replay/moneyFlowPlaces.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const callsOf = (flow: string) =>
  Object.fromEntries(Object.keys(heldCalls).map((at) => [`${flow}.${at}`, {}]));
const reads = (...names: string[]) => Object.fromEntries(names.map((name) => [`${name}.load`, {}]));
const wallet = { done: [(now: number) => ({ data: fullWallet, loadedAt: now })] };
const reports = [
  { event: { type: 'money.moved' } },
  { event: { type: 'lock.changed', flow: 'exchange', isLocked: true } },
  { event: { type: 'address.requested', to: '/wallet' } },
];

const exchangeAt = (search: string) => shown('exchange', 'exchange', search);

export const exchange = unseenMap({
  machine: exchangeArea.provide({
    actors: {
      exchange: exchangeMachine.provide({
        actors: { tabLock: heldTabLock },
        actions: { keepRecord: () => {} },
      }),
    },
  }),
  why: 'the exchange, and what the area reads, have screens of their own',
  live: ['claimTabLock', 'readRecord'],
  isTimeless: true,
  input: (now) => ({ ...signedInInput(now, toasts), shown: exchangeAt('') }),
  outside: [
    { event: exchangeAt('from=ZST&to=USDT&amount=5') },
    { event: { type: 'balances.changed' } },
    ...reports,
  ],
  answers: {
    ...callsOf('exchange'),
    ...reads('exchangeRates', 'exchanges', 'exchangePrices.history'),
    'exchangePrices.watchRoom': {},
    'exchangeWallet.load': wallet,
  },
  distinguish: (actor) => actor.getSnapshot().context.search,
});

const transactionsAt = (search: string) => shown('transactions', 'transactions', search);

export const transactions = unseenMap({
  machine: transactionsArea.provide({
    actors: {
      payment: paymentMachine.provide({
        actors: { tabLock: heldTabLock },
        actions: { keepRecord: () => {} },
      }),
    },
  }),
  why: 'the payment, and what the area reads, have screens of their own',
  live: ['claimTabLock', 'readRecord'],
  isTimeless: true,
  input: (now) => ({ ...signedInInput(now, toasts), shown: transactionsAt('tab=receive') }),
  outside: [
    { event: transactionsAt('tab=send&token=ZST&amount=5') },
    { event: transactionsAt('tab=receive') },
    { event: { type: 'screen.left' } },
    { event: { type: 'balances.changed' } },
    { event: { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 } },
    ...reports,
  ],
  answers: {
    ...callsOf('payment'),
    ...reads('deposits', 'savedRecipients.book', 'savedRecipients.recent'),
    'savedRecipients.scan.scanCodes': {},
    'paymentWallet.load': wallet,
    'receiveAddress.load': { error: [new Error('no line')] },
  },
  distinguish: (actor) => actor.getSnapshot().context.search,
});
