import { expect, test } from 'vitest';
import { createActor, SimulatedClock, setup } from 'xstate';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { Wallet } from '../../contract/wallet.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { sendMachine, withdrawMachine } from '../../src/machines/money/paymentMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
  transactionsArea,
} from '../../src/machines/money/transactionsArea.ts';
import { readTransactionsQuery, transactionsAddress } from '../../src/machines/money/transactionsQuery.ts';
import { fullWallet } from '../screens/figures.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput } from '../support/areas.ts';
import { heldTabLock } from '../support/moneyFlow.ts';

test.each([
  ['', 'send', null],
  ['?tab=withdraw&token=USDT', 'withdraw', 'USDT'],
  ['?tab=receive&token=usdt', 'receive', null],
  ['?tab=gift&token=%00', 'send', null],
  ['?token=WBTC.3F9A12', 'send', 'WBTC.3F9A12'],
  ['?to=0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'send', null],
])('the address %s means the tab %s and the token %s, and never a recipient', (search, tab, token) => {
  expect(readTransactionsQuery(search)).toEqual({ tab, token });
});

test('an address of a tab has its token, if any', () => {
  expect(transactionsAddress('send')).toBe('/transactions?tab=send');
  expect(transactionsAddress('receive', 'A&B')).toBe('/transactions?tab=receive&token=A%26B');
});

function start(search: string) {
  const clock = new SimulatedClock();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const address = manualCall<Loaded<DepositAddress>, ReadRequest>();
  const deposits = manualCall<Loaded<Page<Transaction>>, ReadRequest>();
  const flow = { actors: { tabLock: heldTabLock }, actions: { keepRecord: () => {} } };
  const area = transactionsArea.provide({
    actors: {
      send: sendMachine.provide(flow),
      withdraw: withdrawMachine.provide(flow),
      paymentWallet: paymentWalletMachine.provide({ actors: { load: wallet.logic } }),
      receiveAddress: receiveAddressMachine.provide({ actors: { load: address.logic } }),
      deposits: depositsMachine.provide({ actors: { load: deposits.logic } }),
    },
  });
  const toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  const told: string[] = [];
  const requested: string[] = [];
  const parent = createActor(
    setup({ actors: { area } }).createMachine({
      invoke: {
        id: 'area',
        src: 'area',
        input: {
          ...signedInInput(() => clock.now(), toasts),
          shown: shown('transactions', 'transactions', search),
        },
      },
      on: {
        'address.requested': { actions: ({ event }) => requested.push(event.to) },
        '*': { actions: ({ event }) => told.push(event.type) },
      },
    }),
    { clock },
  ).start();
  const actor = parent.getSnapshot().children.area;
  if (!actor) throw new Error('the area was not started');
  const children = () => (actor as ReturnType<typeof createActor<typeof area>>).getSnapshot().children;
  return {
    wallet,
    address,
    deposits,
    told,
    requested,
    show: (at: string) => actor.send(shown('transactions', 'transactions', at)),
    send: actor.send.bind(actor),
    valuesOf: (kind: 'send' | 'withdraw') => children()[kind]?.getSnapshot().context.values,
    tokensOf: (kind: 'send' | 'withdraw') => children()[kind]?.getSnapshot().context.tokens,
    flow: (kind: 'send' | 'withdraw') => children()[kind],
    toasts: () => toasts.getSnapshot().context.toasts.map(({ key }) => key),
  };
}

test('an address asks the flow of its tab for its token, and the other one for nothing', () => {
  const it = start('?tab=send&token=USDT');
  expect([it.valuesOf('send')?.token, it.valuesOf('withdraw')?.token]).toEqual(['USDT', 'ZST']);
  it.show('?tab=withdraw&token=STO');
  expect([it.valuesOf('send')?.token, it.valuesOf('withdraw')?.token]).toEqual(['USDT', 'STO']);
});

test('the address names the token of its form: another one that is chosen there is asked for', () => {
  const it = start('?tab=send&token=USDT');
  it.flow('send')?.send({ type: 'fields.changed', values: { amount: '15' } });
  it.flow('withdraw')?.send({ type: 'fields.changed', values: { token: 'STO' } });
  expect(it.requested).toEqual([]);
  it.flow('send')?.send({ type: 'fields.changed', values: { token: 'ZST' } });
  expect(it.requested).toEqual(['/transactions?tab=send&token=ZST']);
  it.show('?tab=send&token=ZST');
  expect([it.valuesOf('send')?.amount, it.requested.length]).toEqual(['15', 1]);
  it.show('?tab=send&token=USDT');
  expect([it.valuesOf('send')?.amount, it.valuesOf('send')?.token, it.requested.length]).toEqual([
    '',
    'USDT',
    1,
  ]);
});

test('an address that names no token is left as it is, whatever is chosen', () => {
  const it = start('?tab=send');
  it.flow('send')?.send({ type: 'fields.changed', values: { token: 'STO' } });
  expect(it.requested).toEqual([]);
});

test('both flows know the balances as soon as they are read', async () => {
  const it = start('?tab=send');
  expect(it.tokensOf('withdraw')).toBeNull();
  it.wallet.last().answer({ data: fullWallet, loadedAt: 0 });
  await settled();
  expect([it.tokensOf('send'), it.tokensOf('withdraw')]).toEqual([fullWallet.tokens, fullWallet.tokens]);
});

test('no address is made before somebody comes to receive', () => {
  const it = start('?tab=send&token=USDT');
  expect([it.address.calls, it.deposits.calls]).toEqual([[], []]);
  it.show('?tab=receive&token=USDT');
  expect(it.address.last().input).toMatchObject({ key: 'USDT' });
  expect(it.deposits.last().input).toMatchObject({ key: 'kind=deposit&token=USDT&per_page=10' });
  it.show('?tab=send');
  expect(it.address.last().signal.aborted).toBe(true);
});

test('an address that could not be made is told once, by the sentence of the specification', async () => {
  const it = start('?tab=receive');
  expect(it.address.last().input).toMatchObject({ key: 'ZST' });
  it.address.last().fail('UNAVAILABLE');
  await settled();
  expect(it.toasts()).toEqual(['addressFailed']);
});

test('when money has moved the balances and what is on its way are read anew', async () => {
  const it = start('?tab=receive');
  it.wallet.last().answer({ data: fullWallet, loadedAt: 0 });
  it.deposits.last().fail('NETWORK');
  await settled();
  it.send({ type: 'balances.changed' });
  expect([it.wallet.last().input.fresh, it.deposits.last().input.fresh]).toEqual([true, true]);
  expect([it.wallet.calls.length, it.deposits.calls.length]).toEqual([2, 2]);
});
