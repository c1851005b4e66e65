import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { AddressBook, SavedAddress } from '../../contract/addressBook.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Transaction } from '../../contract/transactions.ts';
import { recentPaymentsMachine, recentRecipients } from '../../src/machines/money/recentRecipients.ts';
import {
  fittingRecipients,
  recipientBookMachine,
  savedRecipient,
  savedRecipientsMachine,
} from '../../src/machines/money/savedRecipientsMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { paymentDone } from '../support/moneyFlow.ts';
import { expectSound } from '../support/paths.ts';
import { outside } from '../support/payments.ts';

const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const any: SavedAddress = {
  id: 'any',
  label: 'Ledger',
  address: outside,
  token: null,
  note: 'In the drawer',
  created_at: '2026-11-20T09:00:00.000Z',
  usable_from: '2026-11-21T09:00:00.000Z',
  looks_like: null,
};
const onlyZst: SavedAddress = {
  ...any,
  id: 'zst',
  label: 'Exchange',
  token: 'ZST',
  note: null,
  usable_from: '2026-11-20T09:00:00.000Z',
};
const onlyUsdt: SavedAddress = {
  ...any,
  id: 'usdt',
  label: 'Broker',
  token: 'USDT',
  note: null,
  address: other,
};
const rules = { wait_hours: 24, small_limit: '100', small_left: '100' };
const book: AddressBook = { addresses: [onlyUsdt, onlyZst, any], rules };

test('every state is reached and can be left', () => {
  expectSound(savedRecipientsMachine, {
    input: { now: () => 0 },
    events: [
      { type: 'saved.opened' },
      { type: 'saved.closed' },
      { type: 'query.changed', query: 'led' },
      { type: 'recipient.typed', to: outside },
      { type: 'recipient.typed', to: '0x12' },
      { type: 'recipient.known', to: outside },
      { type: 'balances.changed' },
      shown('transactions', 'transactions'),
    ],
    answers: { book: {}, recent: {}, scan: {} },
    distinguish: ({ context }) => [context.query, context.isAsked],
  });
});

function start() {
  const load = manualCall<Loaded<AddressBook>, ReadRequest>();
  const recent = manualCall<Loaded<readonly Transaction[]>, ReadRequest>();
  const actor = createActor(
    savedRecipientsMachine.provide({
      actors: {
        book: recipientBookMachine.provide({ actors: { load: load.logic } }),
        recent: recentPaymentsMachine.provide({ actors: { load: recent.logic } }),
      },
    }),
    { input: { now: () => 0 } },
  ).start();
  return { load, recent, actor };
}

test('nothing is read before a whole address is typed, and then once', async () => {
  const { load, actor } = start();
  for (const length of [0, 1, 20, 41]) {
    actor.send({ type: 'recipient.typed', to: outside.slice(0, length) });
  }
  expect(load.calls).toHaveLength(0);
  actor.send({ type: 'recipient.typed', to: ` ${outside.toLowerCase()} ` });
  expect(load.calls).toHaveLength(1);
  load.last().answer({ data: book, loadedAt: 0 });
  await settled();
  actor.send({ type: 'recipient.typed', to: other });
  expect(load.calls).toHaveLength(1);
});

test('an address that came into the form by itself makes the book read once, and leaves the link that filled it', () => {
  const { load, actor } = start();
  const link = `ethereum:${outside}`;
  actor.send({ type: 'recipient.typed', to: link });
  actor.send({ type: 'recipient.known', to: link });
  expect(load.calls).toHaveLength(0);
  actor.send({ type: 'recipient.known', to: outside });
  actor.send({ type: 'recipient.known', to: other });
  expect([load.calls.length, actor.getSnapshot().context.link]).toEqual([1, link]);
});

test('what was saved meanwhile is known when the form is shown again, and a read that failed is repeated', async () => {
  const { load, actor } = start();
  const comeBack = () => actor.send(shown('transactions', 'transactions'));
  const addresses = () => actor.getSnapshot().children.book?.getSnapshot().context.data?.addresses;
  comeBack();
  expect(load.calls).toHaveLength(0);
  actor.send({ type: 'recipient.typed', to: outside });
  load.last().fail('NETWORK');
  await settled();
  comeBack();
  expect(load.calls).toHaveLength(2);
  load.last().answer({ data: { ...book, addresses: [] }, loadedAt: 0 });
  await settled();
  comeBack();
  expect(load.last().input).toMatchObject({ fresh: false });
  expect([load.calls.length, addresses()]).toEqual([3, []]);
  load.last().answer({ data: book, loadedAt: 0 });
  await settled();
  expect(addresses()).toEqual(book.addresses);
});

test('who looks at the list sees what is saved by now, and searches anew', async () => {
  const { load, actor } = start();
  actor.send({ type: 'saved.opened' });
  load.last().fail('NETWORK');
  await settled();
  expect(actor.getSnapshot().children.book?.getSnapshot().context.failure).toEqual(
    new CallError(failure('NETWORK')).failure,
  );
  actor.send({ type: 'query.changed', query: 'led' });
  actor.send({ type: 'saved.closed' });
  actor.send({ type: 'saved.opened' });
  expect([actor.getSnapshot().context.query, load.calls.length]).toEqual(['', 2]);
  load.last().answer({ data: book, loadedAt: 0 });
  await settled();
  expect(actor.getSnapshot().children.book?.getSnapshot().context.data).toEqual(book);
});

test('whom they have paid is read when the list is opened, and not again while it is fresh', async () => {
  const { recent, actor } = start();
  actor.send({ type: 'recipient.typed', to: outside });
  expect(recent.calls).toHaveLength(0);
  actor.send({ type: 'saved.opened' });
  recent.last().answer({ data: [paymentDone], loadedAt: 0 });
  await settled();
  actor.send({ type: 'saved.closed' });
  actor.send({ type: 'saved.opened' });
  expect(recent.calls).toHaveLength(1);
});

test('whom they have paid is read anew when money has moved, once it was read', async () => {
  const { recent, actor } = start();
  actor.send({ type: 'balances.changed' });
  expect(recent.calls).toHaveLength(0);
  actor.send({ type: 'saved.opened' });
  recent.last().answer({ data: [], loadedAt: 0 });
  await settled();
  actor.send({ type: 'saved.closed' });
  actor.send({ type: 'balances.changed' });
  expect([recent.calls.length, recent.last().input.fresh]).toEqual([2, true]);
  recent.last().answer({ data: [paymentDone], loadedAt: 0 });
  await settled();
  expect(actor.getSnapshot().children.recent?.getSnapshot().context.data).toEqual([paymentDone]);
});

test('recent recipients are those who were paid, each once, the newest first, and five at most', () => {
  const paid = (counterparty: string | null, day: number, more: Partial<Transaction> = {}): Transaction => ({
    ...{ ...paymentDone, counterparty, created_at: `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z` },
    ...more,
  });
  const lines = [
    ...[paid('0xa1', 3), paid('0xb2', 9), paid('0xa1', 12), paid(null, 20), paid('0xc3', 1)],
    ...[paid('0xd4', 21, { status: 'failed' }), paid('0xe5', 22, { status: 'cancelled' })],
  ];
  const addresses = (query = '', more: Transaction[] = []) =>
    recentRecipients([...lines, ...more], query).map(({ address }) => address);
  expect(addresses()).toEqual(['0xa1', '0xb2', '0xc3']);
  expect(addresses(' B2 ')).toEqual(['0xb2']);
  expect(addresses('', [paid('0x1', 2), paid('0x2', 2), paid('0x3', 2)])).toHaveLength(5);
});

test.each([
  ['USDT', '', ['usdt', 'any']],
  ['ZST', '', ['zst', 'any']],
  ['USDT', ' LEDGER ', ['any']],
  ['USDT', 'drawer', ['any']],
  ['USDT', other.slice(-6).toLowerCase(), ['usdt']],
  ['USDT', 'exchange', []],
  ['STO', '.*', []],
])('of what is paid in %s, “%s” finds %j', (token, query, ids) => {
  expect(fittingRecipients(book, token, query).map(({ id }) => id)).toEqual(ids);
});

test('a typed address is the saved one that the server would take: for the token or any, with the shorter wait', () => {
  expect(savedRecipient(book, outside.toLowerCase(), 'ZST')?.id).toBe('zst');
  expect(savedRecipient(book, ` ${outside}`, 'USDT')?.id).toBe('any');
  expect(savedRecipient(book, other, 'ZST')).toBeNull();
  expect(savedRecipient(book, outside.slice(0, -1), 'USDT')).toBeNull();
  expect(savedRecipient(null, outside, 'USDT')).toBeNull();
});
