import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { AddressBook, NewAddress, SavedAddress } from '../../contract/addressBook.ts';
import type { Factors } from '../../contract/factors.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { SignInMethods } from '../../contract/security.ts';
import {
  addressBookArea,
  addressBookMachine,
  bookFactors,
  bookLoginMethods,
} from '../../src/machines/addressBook/addressBookArea.ts';
import { readAddressBookQuery, savingAddress } from '../../src/machines/addressBook/addressBookQuery.ts';
import { addressDialogMachine } from '../../src/machines/addressBook/addressDialogMachine.ts';
import {
  addressDetailsForm,
  addressEditForm,
  addressImportForm,
  addressProofForm,
  type CheckedAddress,
  type EditRequest,
} from '../../src/machines/addressBook/addressForms.ts';
import { addressRemovalMachine } from '../../src/machines/addressBook/addressRemovalMachine.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { outside } from '../support/payments.ts';

const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
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
const table = `label,address\nAnn,${outside}`;
const file = new File([table], 'book.csv');
const lost = new CallError(failure('NETWORK'));

const dialog = addressDialogMachine.provide({ actions: { report: () => {} } });
const dialogPaths: Exploration<typeof addressDialogMachine> = {
  input: { now: () => 0, asked: null },
  events: [
    { type: 'address.requested', details: { walletAddress: outside, token: '' } },
    { type: 'address.requested', details: { walletAddress: other, token: '' } },
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
    readTable: { done: [table, 'label,address'], error: [lost] },
  },
  distinguish: ({ context }) => [context.checked?.looksLike, context.details.walletAddress, context.csv],
};

describe('paths', () => {
  test('every state of the dialog is reached and can be left', () => {
    expectSound(dialog, dialogPaths);
  });

  test('nothing is kept of a dialog that is closed', () => {
    for (const { snapshot, events } of explore(dialog, dialogPaths)) {
      if (!snapshot.matches('closed')) continue;
      const { details, checked, edited, file: kept, csv, tableErrors } = snapshot.context;
      expect([details, checked, edited, kept, csv, tableErrors], events.join(' → ')).toEqual([
        ...[{}, null, null, null, '', {}],
      ]);
    }
  });

  test('every state of a removal is reached and can be left', () => {
    expectSound(addressRemovalMachine.provide({ actions: { report: () => {} } }), {
      input: undefined,
      events: [{ type: 'removal.requested', entry }, { type: 'undo.requested' }, { type: 'screen.shown' }],
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
    expect(errorsOf(addressImportForm, { hasPassword: true })).toEqual({ password: 'required' });
    expect(errorsOf(addressImportForm, { otp: '12' })).toEqual({ otp: 'format' });
    expect(errorsOf(addressEditForm, { id: entry.id, label: '', note: 'x'.repeat(201) })).toEqual({
      label: 'required',
      note: 'too_long',
    });
  });
});

describe('a chosen table', () => {
  test.each([
    ['', { csv: 'required' }],
    ['label,address', { csv: 'required' }],
    ['x'.repeat(100_001), { csv: 'too_long' }],
    [`label,address\n${`A,${outside}\n`.repeat(201)}`, { csv: 'too_long' }],
    [`name,to\nA,${outside}`, { '1.label': 'required', '1.address': 'required' }],
    [
      `label,address,token\n,${outside},\nA,${outside.slice(0, -1)},\nB,${outside.replace('fB', 'Fb')},\n"C`,
      { '2.label': 'required', '3.address': 'format', '4.address': 'checksum', '5.quotes': 'format' },
    ],
    [`label,address,token\nA,${outside},NONE\nB,${outside.toLowerCase()},NONE`, { '3.address': 'taken' }],
  ])('no. %# is refused before a proof is asked for', async (csv, errors) => {
    const { actor, choose } = importing();
    await choose(csv);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.tableErrors]).toEqual(['refused', errors]);
    await choose(table);
    expect(actor.getSnapshot().value).toBe('importing');
    expect(actor.getSnapshot().children.addressImport?.getSnapshot().context.values).toMatchObject({
      csv: table,
      name: 'book.csv',
    });
  });

  test('whose tokens the browser does not know asks for the proof: the server knows them', async () => {
    const { actor, choose } = importing();
    await choose(`label,address,token\nA,${outside},NONE`);
    expect(actor.getSnapshot().value).toBe('importing');
  });

  test('that is refused takes the place of one that waits for its proof', async () => {
    const { actor, choose } = importing();
    await choose(table);
    await choose('label,address');
    expect(actor.getSnapshot().value).toBe('refused');
  });

  function importing() {
    const reading = manualCall<string, { readonly file: File }>();
    const actor = createActor(dialog.provide({ actors: { readTable: reading.logic } }), {
      input: dialogPaths.input,
    }).start();
    actor.send({ type: 'import.requested' });
    const choose = async (csv: string) => {
      actor.send({ type: 'file.chosen', file });
      reading.last().answer(csv);
      await settled();
    };
    return { actor, choose };
  }
});

describe('an address that is asked for while the dialog was left open', () => {
  const ask = (walletAddress: string) =>
    ({ type: 'address.requested', details: { walletAddress, token: 'USDT' } }) as const;

  function opened() {
    const checking = manualCall<CheckedAddress, { readonly values: NewAddress }>();
    const addressDetails = addressDetailsForm.provide({ actors: { submit: checking.logic } });
    const actor = createActor(dialog.provide({ actors: { addressDetails } }), {
      input: dialogPaths.input,
    }).start();
    const form = () => actor.getSnapshot().children.addressDetails;
    return { actor, checking, form, values: () => form()?.getSnapshot().context.values };
  }

  test('takes the place of another one; the same one keeps what was typed', () => {
    const { actor, form, values } = opened();
    actor.send(ask(outside));
    form()?.send({ type: 'field.changed', name: 'label', value: 'Ann' });
    actor.send(ask(outside));
    expect(values()).toMatchObject({ label: 'Ann', walletAddress: outside });
    actor.send(ask(other));
    expect(values()).toMatchObject({ label: '', walletAddress: other });
  });

  test.each([
    ['a table', { type: 'import.requested' }],
    ['the change of a label', { type: 'edit.requested', entry }],
  ] as const)('takes the place of %s', (_, event) => {
    const { actor, values } = opened();
    actor.send(event);
    actor.send(ask(other));
    expect([actor.getSnapshot().value, actor.getSnapshot().context.edited]).toEqual(['filling', null]);
    expect(values()).toMatchObject({ label: '', walletAddress: other });
  });

  test('takes the place of one that waits for its proof, but not while the server is asked', async () => {
    const { actor, checking, form, values } = opened();
    actor.send(ask(outside));
    form()?.send({ type: 'field.changed', name: 'label', value: 'Ann' });
    form()?.send({ type: 'form.submitted' });
    actor.send(ask(other));
    expect(values()).toMatchObject({ label: 'Ann', walletAddress: outside });
    checking.last().answer({ address: outside, looksLike: null });
    await settled();
    expect(actor.getSnapshot().value).toBe('proving');
    actor.send(ask(other));
    expect([actor.getSnapshot().value, actor.getSnapshot().context.checked]).toEqual(['filling', null]);
    expect(values()).toMatchObject({ label: '', walletAddress: other });
  });
});

test('after a failure of a dialog the book is read: what was sent may be saved', async () => {
  const saving = manualCall<SavedAddress, { readonly values: EditRequest }>();
  const addressEdit = addressEditForm.provide({ actors: { submit: saving.logic } });
  const report = vi.fn();
  const machine = addressDialogMachine.provide({ actors: { addressEdit }, actions: { report } });
  const actor = createActor(machine, { input: dialogPaths.input }).start();
  actor.send({ type: 'edit.requested', entry });
  actor.getSnapshot().children.addressEdit?.send({ type: 'form.submitted' });
  expect(report).not.toHaveBeenCalled();
  saving.last().fail('NETWORK');
  await settled();
  expect([actor.getSnapshot().value, report.mock.calls.length]).toEqual(['editing', 1]);
  actor.send({ type: 'dialog.closed' });
  expect([actor.getSnapshot().value, report.mock.calls.length]).toEqual(['closed', 1]);
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

test('a failure of a removal or of its undo stands until the page is shown again', async () => {
  const [removing, restoring] = [
    manualCall<void, { readonly id: string }>(),
    manualCall<void, { readonly id: string }>(),
  ];
  const area = addressBookArea.provide({
    actors: {
      addressBook: addressBookMachine.provide({
        actors: { load: manualCall<Loaded<AddressBook>, ReadRequest>().logic },
      }),
      loginMethods: bookLoginMethods.provide({
        actors: { load: manualCall<Loaded<SignInMethods>, ReadRequest>().logic },
      }),
      factors: bookFactors.provide({ actors: { load: manualCall<Loaded<Factors>, ReadRequest>().logic } }),
      removal: addressRemovalMachine.provide({
        actors: { removeAddress: removing.logic, restoreAddress: restoring.logic },
      }),
    },
  });
  const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
  const page = shown('addressBook', 'addressBook');
  const actor = createActor(area, { input: { now: () => 0, toasts, shown: page } }).start();
  const { removal } = actor.getSnapshot().children;
  const told = () => [removal?.getSnapshot().value, removal?.getSnapshot().context.failure?.code];
  removal?.send({ type: 'removal.requested', entry });
  removing.last().fail('NETWORK');
  await settled();
  expect(told()).toEqual(['failed', 'NETWORK']);
  actor.send(page);
  expect(told()).toEqual(['ready', undefined]);

  removal?.send({ type: 'removal.requested', entry });
  removing.last().answer();
  await settled();
  removal?.send({ type: 'undo.requested' });
  restoring.last().fail('STATUS_CONFLICT');
  await settled();
  expect(told()).toEqual(['unrestored', 'STATUS_CONFLICT']);
  actor.send(page);
  expect(told()).toEqual(['ready', undefined]);
  actor.stop();
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
