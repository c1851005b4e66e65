import { expect, test } from 'vitest';
import { createActor, SimulatedClock, setup } from 'xstate';
import type { AddressBook } from '../../contract/addressBook.ts';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { PaymentQuoteRequest, Transaction, TransactionQuote } from '../../contract/transactions.ts';
import type { Wallet } from '../../contract/wallet.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  type PaymentValues,
  paymentMachine,
  paymentReviewMachine,
  paymentSubmissionMachine,
} from '../../src/machines/money/paymentMachine.ts';
import { recentPaymentsMachine } from '../../src/machines/money/recentRecipients.ts';
import {
  recipientBookMachine,
  savedRecipientsMachine,
} from '../../src/machines/money/savedRecipientsMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
  transactionsArea,
} from '../../src/machines/money/transactionsArea.ts';
import {
  readTransactionsQuery,
  transactionsAddress,
  walletDepositAddress,
} from '../../src/machines/money/transactionsQuery.ts';
import { fullWallet } from '../screens/figures.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput } from '../support/areas.ts';
import { outsideAddress, paymentDone, paymentQuote, tabLockWith } from '../support/moneyFlow.ts';
import { savedAddress } from '../support/savedAddress.ts';

test.each([
  ['', 'send', null, null],
  ['?tab=withdraw&token=USDT', 'withdraw', 'USDT', null],
  ['?tab=receive&token=usdt', 'receive', null, null],
  ['?tab=gift&token=%00', 'send', null, null],
  ['?token=WBTC.3F9A12', 'send', 'WBTC.3F9A12', null],
  ['?to=0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'send', null, null],
  ['?tab=send&token=ZST&amount=5.25', 'send', 'ZST', '5.25'],
  ['?tab=withdraw&token=ZST&amount=5', 'withdraw', 'ZST', '5'],
  ['?tab=receive&token=ZST&amount=5', 'receive', 'ZST', null],
  ['?tab=send&amount=5', 'send', null, null],
  ['?tab=send&token=ZST&amount=-5', 'send', 'ZST', null],
  ['?tab=send&token=ZST&amount=1e30', 'send', 'ZST', null],
  [`?tab=send&token=ZST&amount=${'9'.repeat(31)}`, 'send', 'ZST', null],
])(
  'the address %s means the tab %s, the token %s, the amount %s, and never a recipient',
  (search, tab, token, amount) => {
    expect(readTransactionsQuery(search)).toEqual({ tab, token, amount, isByWallet: false });
  },
);

test('a deposit from a browser wallet is a part of receiving, and of nothing else', () => {
  expect(walletDepositAddress('USDT')).toBe('/transactions?tab=receive&token=USDT&by=wallet');
  expect(readTransactionsQuery('?tab=receive&token=USDT&by=wallet').isByWallet).toBe(true);
  expect(readTransactionsQuery('?tab=send&by=wallet').isByWallet).toBe(false);
});

test('an address of a tab has its token, if any', () => {
  expect(transactionsAddress('send')).toBe('/transactions?tab=send');
  expect(transactionsAddress('receive', 'A&B')).toBe('/transactions?tab=receive&token=A%26B');
});

function start(search: string, record: SavedFlow | null = null) {
  const clock = new SimulatedClock();
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const pay = manualCall<Transaction, { readonly request: TransactionQuote; readonly key: string }>();
  const operation = manualCall<Operation, { readonly key: string }>();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const address = manualCall<Loaded<DepositAddress>, ReadRequest>();
  const deposits = manualCall<Loaded<Page<Transaction>>, ReadRequest>();
  const book = manualCall<Loaded<AddressBook>, ReadRequest>();
  const recent = manualCall<Loaded<readonly Transaction[]>, ReadRequest>();
  const area = transactionsArea.provide({
    actors: {
      payment: paymentMachine.provide({
        actors: {
          tabLock: tabLockWith(() => record),
          quoteReview: paymentReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
          submission: paymentSubmissionMachine.provide({
            actors: { send: pay.logic, readOperation: operation.logic },
          }),
        },
        actions: { keepRecord: () => {} },
      }),
      paymentWallet: paymentWalletMachine.provide({ actors: { load: wallet.logic } }),
      receiveAddress: receiveAddressMachine.provide({ actors: { load: address.logic } }),
      deposits: depositsMachine.provide({ actors: { load: deposits.logic } }),
      savedRecipients: savedRecipientsMachine.provide({
        actors: {
          book: recipientBookMachine.provide({ actors: { load: book.logic } }),
          recent: recentPaymentsMachine.provide({ actors: { load: recent.logic } }),
        },
      }),
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
    quote,
    pay,
    operation,
    wallet,
    address,
    deposits,
    book,
    recent,
    told,
    requested,
    show: (at: string) => actor.send(shown('transactions', 'transactions', at)),
    send: actor.send.bind(actor),
    form: () => children().payment?.getSnapshot().context,
    at: () => children().payment?.getSnapshot().value,
    depositsNow: () => children().deposits?.getSnapshot().context.data,
    recipients: () => children().savedRecipients,
    change: (values: Partial<PaymentValues>) => children().payment?.send({ type: 'fields.changed', values }),
    payment: () => children().payment,
    toasts: () => toasts.getSnapshot().context.toasts.map(({ key }) => key),
  };
}

const outside = { token: 'USDT', amount: '10', most: '', to: outsideAddress } as const;

test('the two tabs show one form: what was typed is still there', () => {
  const it = start('?tab=send&token=USDT');
  it.change(outside);
  it.show('?tab=withdraw');
  expect(it.form()).toMatchObject({ values: outside, aside: [] });
  it.show('?tab=receive&token=STO');
  it.show('?tab=send');
  expect(it.form()).toMatchObject({ values: outside, aside: [] });
  it.show('?tab=withdraw&token=STO');
  expect(it.form()?.values).toEqual({ token: 'STO', amount: '', most: '', to: '' });
  expect(it.form()?.aside).toMatchObject([{ values: outside }]);
});

test('what is reviewed, and what nobody knows the outcome of, holds whichever tab is opened', async () => {
  const it = start('?tab=send&token=USDT');
  it.change(outside);
  it.payment()?.send({ type: 'quote.requested' });
  it.quote.last().answer(paymentQuote('q'));
  await settled();
  it.show('?tab=withdraw');
  expect(it.at()).toBe('reviewing');
  it.payment()?.send({ type: 'quote.accepted' });
  it.pay.last().fail('NETWORK');
  await settled();
  it.show('?tab=send');
  it.show('?tab=withdraw&token=STO');
  expect([it.at(), it.form()?.quote?.id, it.pay.calls.length]).toEqual(['submitting', 'q', 1]);
  expect(it.told.filter((type) => type === 'lock.changed')).toHaveLength(1);
});

test('a receipt stays at its tab, and the other tab begins another payment', async () => {
  const it = start('?tab=send&token=USDT');
  it.change(outside);
  it.payment()?.send({ type: 'quote.requested' });
  it.quote.last().answer(paymentQuote('q'));
  await settled();
  it.payment()?.send({ type: 'quote.accepted' });
  it.pay.last().answer(paymentDone);
  await settled();
  it.show('?tab=receive');
  it.show('?tab=send');
  expect(it.at()).toBe('settled');
  it.show('?tab=withdraw');
  expect([it.at(), it.form()?.values.to]).toEqual([{ drafting: 'filling' }, '']);
});

test('the receipt of a restored payment is there for who comes to the form for the first time, and closed by the other tab', async () => {
  const key = '6f1c2d3e-0000-4000-8000-000000000001';
  const it = start('?tab=receive', { step: 'sent', values: outside, key, quote: paymentQuote('q') });
  await settled();
  it.operation.last().answer({ status: 'done', result: paymentDone, problem: null });
  await settled();
  expect(it.at()).toBe('settled');
  it.show('?tab=send');
  expect(it.at()).toBe('settled');
  it.show('?tab=receive');
  it.show('?tab=withdraw');
  expect([it.at(), it.form()?.values.to]).toEqual([{ drafting: 'filling' }, '']);
});

test('the address names the token of the form: another one that is chosen there is asked for', () => {
  const it = start('?tab=withdraw&token=USDT');
  it.change({ amount: '15' });
  expect(it.requested).toEqual([]);
  it.change({ token: 'ZST' });
  expect(it.requested).toEqual(['/transactions?tab=withdraw&token=ZST']);
  it.show('?tab=withdraw&token=ZST');
  expect([it.form()?.values.amount, it.requested.length]).toEqual(['15', 1]);
  it.show('?tab=withdraw&token=USDT');
  expect([it.form()?.values.amount, it.form()?.values.token, it.requested.length]).toEqual(['', 'USDT', 1]);
});

test('an address with an amount fills the form, and leaves it out once the form has it', () => {
  const it = start('?tab=send&token=USDT');
  it.change({ amount: '15' });
  it.show('?tab=send&token=ZST&amount=5');
  expect(it.form()?.values).toEqual({ token: 'ZST', amount: '5', most: '', to: '' });
  expect(it.form()?.aside).toHaveLength(1);
  expect(new Set(it.requested)).toEqual(new Set(['/transactions?tab=send&token=ZST']));
  const { length } = it.requested;
  it.show('?tab=send&token=ZST');
  it.change({ amount: '6' });
  expect([it.form()?.values.amount, it.requested.length]).toEqual(['6', length]);
  expect(it.at()).toEqual({ drafting: 'filling' });
});

test('a draft that is continued in its review is named by the address, so that the older request does not return', async () => {
  const it = start('?tab=send&token=USDT');
  it.change(outside);
  it.payment()?.send({ type: 'quote.requested' });
  it.quote.last().answer(paymentQuote('q'));
  await settled();
  it.show('?tab=send&token=ZST&amount=5');
  it.show('?tab=send&token=ZST');
  const draft = it.form()?.aside[0];
  if (!draft) throw new Error('the review was not put aside');
  it.requested.length = 0;
  it.payment()?.send({ type: 'draft.continued', draft });
  await settled();
  expect([it.at(), it.form()?.values.token]).toEqual(['reviewing', 'USDT']);
  expect(it.requested).toContain('/transactions?tab=send&token=USDT');
});

test('an address that names no token is left as it is, whatever is chosen; so is that of what is received', () => {
  const it = start('?tab=send');
  it.change({ token: 'STO' });
  it.show('?tab=receive&token=USDT');
  it.change({ token: 'ZST' });
  expect(it.requested).toEqual([]);
});

test('who comes back to the form sees what is saved in the address book by now', async () => {
  const it = start('?tab=send&token=USDT');
  const rules = { wait_hours: 24, small_limit: '100', small_left: '100' };
  it.recipients()?.send({ type: 'recipient.typed', to: outsideAddress });
  it.book.last().answer({ data: { addresses: [], rules }, loadedAt: 0 });
  await settled();
  it.show('?tab=receive');
  expect(it.book.calls).toHaveLength(1);
  it.show('?tab=send&token=USDT');
  it.book.last().answer({ data: { addresses: [savedAddress], rules }, loadedAt: 0 });
  await settled();
  const book = it.recipients()?.getSnapshot().children.book?.getSnapshot();
  expect(book?.context.data?.addresses).toEqual([savedAddress]);
});

test.each(['?tab=send', '?tab=receive'])('at %s a restored recipient is looked up', async (search) => {
  const it = start(search, { step: 'drafting', values: outside, key: null, quote: null });
  await settled();
  expect([it.form()?.values.to, it.book.calls.length]).toEqual([outsideAddress, 1]);
  it.change({ amount: '11' });
  expect(it.book.calls).toHaveLength(1);
});

test('a recipient that a payment link names is sought in the address book, and an unfinished one is not', async () => {
  const it = start('?tab=send&token=USDT');
  await settled();
  it.change({ to: outsideAddress.slice(0, -1) });
  expect(it.book.calls).toHaveLength(0);
  it.wallet.last().answer({ data: fullWallet, loadedAt: 0 });
  await settled();
  it.change({ to: `ethereum:${outsideAddress}` });
  expect([it.form()?.values.to, it.book.calls.length]).toEqual([outsideAddress, 1]);
});

test('the form knows the balances as soon as they are read', async () => {
  const it = start('?tab=send');
  expect(it.form()?.tokens).toBeNull();
  it.wallet.last().answer({ data: fullWallet, loadedAt: 0 });
  await settled();
  expect(it.form()?.tokens).toEqual(fullWallet.tokens);
});

test('a deposit on its way is among those that are read, also behind many that are credited', () => {
  const it = start('?tab=receive&token=USDT');
  const asked = new URLSearchParams(it.deposits.last().input.key);
  expect(Object.fromEntries(asked)).toEqual({ kind: 'deposit', token: 'USDT', per_page: '100' });
});

test('no address is made before somebody comes to receive', () => {
  const it = start('?tab=send&token=USDT');
  expect([it.address.calls, it.deposits.calls]).toEqual([[], []]);
  it.show('?tab=receive&token=USDT');
  expect(it.address.last().input).toMatchObject({ key: 'USDT' });
  expect(it.deposits.last().input).toMatchObject({ key: 'kind=deposit&token=USDT&per_page=100' });
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

test('confirmations of a deposit that is shown are shown without a read, and those of another change nothing', async () => {
  const it = start('?tab=receive');
  const line = { ...paymentDone, id: 'd-1', kind: 'deposit', status: 'processing' } as const;
  const page = { data: [line], meta: { page: 1, per_page: 10, total: 1 } };
  it.send({ type: 'confirmations.arrived', id: 'd-1', seen: 3, needed: 12 });
  it.deposits.last().answer({ data: page, loadedAt: 0 });
  await settled();
  const shownNow = () => it.depositsNow()?.data.map(({ confirmations }) => confirmations);
  it.send({ type: 'confirmations.arrived', id: 'd-2', seen: 9, needed: 12 });
  expect(shownNow()).toEqual([paymentDone.confirmations]);
  it.send({ type: 'confirmations.arrived', id: 'd-1', seen: 4, needed: 12 });
  expect(shownNow()).toEqual([{ seen: 4, needed: 12 }]);
  expect(it.deposits.calls).toHaveLength(1);
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

test('when money has moved whom they have paid is read anew as well', async () => {
  const it = start('?tab=send');
  it.recipients()?.send({ type: 'saved.opened' });
  it.recent.last().answer({ data: [], loadedAt: 0 });
  await settled();
  it.send({ type: 'balances.changed' });
  expect([it.recent.calls.length, it.recent.last().input.fresh]).toEqual([2, true]);
});

test('the flow of a deposit from a browser wallet is asked for when the address asks for it', () => {
  const it = start('?tab=receive&token=USDT');
  expect(it.told).not.toContain('area.requested');
  it.show('?tab=receive&token=USDT&by=wallet');
  expect(it.told.filter((type) => type === 'area.requested')).toHaveLength(1);
  expect(start('?tab=receive&token=USDT&by=wallet').told).toContain('area.requested');
});
