import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { SavedAddress } from '../../contract/addressBook.ts';
import { CallError } from '../../contract/failure.ts';
import { readAddressBookQuery, savingAddress } from '../../src/machines/addressBook/addressBookQuery.ts';
import { addressDialogMachine } from '../../src/machines/addressBook/addressDialogMachine.ts';
import {
  addressDetailsForm,
  addressEditForm,
  addressImportForm,
  addressProofForm,
} from '../../src/machines/addressBook/addressForms.ts';
import { addressRemovalMachine } from '../../src/machines/addressBook/addressRemovalMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { outside } from '../support/payments.ts';

const entry: SavedAddress = {
  id: '5b1a3a52-6a5f-4b5e-9d0b-3f6f4b1f2a10',
  label: 'My exchange',
  address: outside,
  token: null,
  note: null,
  created_at: '2026-11-20T09:00:00.000Z',
  usable_from: '2026-11-21T09:00:00.000Z',
  looks_like: null,
};
const file = new File(['label,address'], 'book.csv');
const lost = new CallError(failure('NETWORK'));

const dialog = addressDialogMachine.provide({ actions: { report: () => {} } });
const dialogPaths: Exploration<typeof addressDialogMachine> = {
  input: { now: () => 0, asked: null },
  events: [
    { type: 'address.requested', details: { walletAddress: outside, token: '' } },
    { type: 'import.requested' },
    { type: 'edit.requested', entry },
    { type: 'file.chosen', file },
    { type: 'details.reopened' },
    { type: 'dialog.closed' },
  ],
  answers: {
    addressDetails: {
      done: [
        { address: outside, looksLike: null },
        { address: outside, looksLike: outside },
      ],
    },
    addressProof: { done: [entry] },
    addressImport: { done: [{ added: 1, unchanged: 0, looks_like: [] }] },
    addressEdit: { done: [entry] },
    readTable: { done: ['label,address'], error: [lost] },
  },
  distinguish: ({ context }) => [context.checked?.looksLike, context.details.walletAddress],
};

describe('paths', () => {
  test('every state of the dialog is reached and can be left', () => {
    expectSound(dialog, dialogPaths);
  });

  test('nothing is kept of a dialog that is closed', () => {
    for (const { snapshot, events } of explore(dialog, dialogPaths)) {
      if (!snapshot.matches('closed')) continue;
      const { details, checked, edited, file: kept, csv } = snapshot.context;
      expect([details, checked, edited, kept, csv], events.join(' → ')).toEqual([{}, null, null, null, '']);
    }
  });

  test('every state of a removal is reached and can be left', () => {
    expectSound(addressRemovalMachine.provide({ actions: { report: () => {} } }), {
      input: undefined,
      events: [{ type: 'removal.requested', entry }, { type: 'undo.requested' }],
      answers: {
        removeAddress: { done: [undefined], error: [lost] },
        restoreAddress: { done: [undefined], error: [lost] },
      },
      distinguish: ({ context }) => [context.failure?.code],
    });
  });
});

describe('the forms', () => {
  const errorsOf = (
    form:
      | typeof addressDetailsForm
      | typeof addressProofForm
      | typeof addressImportForm
      | typeof addressEditForm,
    initial: Record<string, string | boolean>,
  ) => {
    const actor = createActor(form, { input: { now: () => 0, initial } }).start();
    actor.send({ type: 'form.submitted' });
    return actor.getSnapshot().context.errors;
  };

  test('tell at their fields what the server would refuse', () => {
    expect(errorsOf(addressDetailsForm, {})).toEqual({ label: 'required', walletAddress: 'required' });
    expect(errorsOf(addressDetailsForm, { label: 'x'.repeat(51), walletAddress: outside })).toEqual({
      label: 'too_long',
    });
    expect(
      errorsOf(addressProofForm, {
        label: 'A',
        walletAddress: outside,
        hasPassword: true,
        mustCompare: true,
      }),
    ).toEqual({
      password: 'required',
      isCompared: 'required',
    });
    expect(errorsOf(addressImportForm, { csv: '', otp: '12' })).toEqual({ csv: 'required', otp: 'format' });
    expect(errorsOf(addressImportForm, { csv: 'x'.repeat(100_001) })).toEqual({ csv: 'too_long' });
    expect(errorsOf(addressEditForm, { id: entry.id, label: '', note: 'x'.repeat(201) })).toEqual({
      label: 'required',
      note: 'too_long',
    });
  });
});

test('after a lost answer the book is read: the address may be gone, or back', async () => {
  const [removing, restoring] = [
    manualCall<void, { readonly id: string }>(),
    manualCall<void, { readonly id: string }>(),
  ];
  const report = vi.fn();
  const machine = addressRemovalMachine.provide({
    actors: { removeAddress: removing.logic, restoreAddress: restoring.logic },
    actions: { report },
  });
  const actor = createActor(machine).start();
  actor.send({ type: 'removal.requested', entry });
  removing.last().fail('NETWORK');
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  expect(report).toHaveBeenCalledTimes(1);

  actor.send({ type: 'removal.requested', entry });
  removing.last().answer(undefined);
  await settled();
  actor.send({ type: 'undo.requested' });
  restoring.last().fail('NETWORK');
  await settled();
  expect(actor.getSnapshot().value).toBe('unrestored');
  expect(report).toHaveBeenCalledTimes(3);
});

test('a removed address can be put back until ten seconds have passed', async () => {
  const [removing, restoring] = [
    manualCall<void, { readonly id: string }>(),
    manualCall<void, { readonly id: string }>(),
  ];
  const clock = new SimulatedClock();
  const machine = addressRemovalMachine.provide({
    actors: { removeAddress: removing.logic, restoreAddress: restoring.logic },
    actions: { report: () => {} },
  });
  const actor = createActor(machine, { clock }).start();
  const remove = async () => {
    actor.send({ type: 'removal.requested', entry });
    removing.last().answer(undefined);
    await settled();
  };
  await remove();
  clock.increment(9_999);
  actor.send({ type: 'undo.requested' });
  expect(restoring.last().input).toEqual({ id: entry.id });
  restoring.last().answer(undefined);
  await settled();
  expect(actor.getSnapshot().value).toBe('ready');
  await remove();
  clock.increment(10_000);
  actor.send({ type: 'undo.requested' });
  expect([actor.getSnapshot().value, restoring.calls.length]).toEqual(['ready', 1]);
});

test('the address of the page asks to save an address and nothing else', () => {
  const asked = new URL(savingAddress(outside, 'USDT'), 'http://localhost').search;
  expect(readAddressBookQuery(asked)).toEqual({ walletAddress: outside, token: 'USDT' });
  expect(readAddressBookQuery(`?save=${outside}&token=<b>`)).toEqual({ walletAddress: outside, token: '' });
  expect(readAddressBookQuery('?save=javascript:alert(1)')).toBeNull();
  expect(readAddressBookQuery('')).toBeNull();
});
