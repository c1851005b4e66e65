import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { AddressBook, AddressImport, NewAddress, SavedAddress } from '../../contract/addressBook.ts';
import type { Factors } from '../../contract/factors.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { SignInMethods } from '../../contract/security.ts';
import type { ToldSecuritySettings } from '../../contract/securitySettings.ts';
import {
  addressBookArea,
  addressBookMachine,
  bookFactors,
  bookLoginMethods,
} from '../../src/machines/addressBook/addressBookArea.ts';
import { addressDialogMachine } from '../../src/machines/addressBook/addressDialogMachine.ts';
import {
  addressDetailsForm,
  addressImportForm,
  type CheckedAddress,
  type ImportRequest,
} from '../../src/machines/addressBook/addressForms.ts';
import { addressRemovalMachine } from '../../src/machines/addressBook/addressRemovalMachine.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { type LimitsRequest, limitsForm } from '../../src/machines/profile/limitsForm.ts';
import { limitsMachine } from '../../src/machines/profile/limitsMachine.ts';
import AddressBookScreen from '../../src/screens/addressBook/AddressBookScreen.tsx';
import { failure, manualCall } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { expectAccessible } from '../support/axe.ts';
import { fillIn } from '../support/fillIn.ts';
import { outside } from '../support/payments.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

const now = () => Date.parse('2026-11-20T10:00:00.000Z');
const saved: SavedAddress = {
  id: '5b1a3a52-6a5f-4b5e-9d0b-3f6f4b1f2a10',
  label: 'My exchange',
  address: outside,
  token: null,
  note: 'The long way round',
  created_at: '2026-11-20T09:00:00.000Z',
  usable_from: '2026-11-21T09:00:00.000Z',
  looks_like: null,
};
const table = `label,address\nAnn,${outside}`;
const alike = `0xfB69${'1'.repeat(32)}d359`;
const old = { ...saved, id: 'old', label: '=1+1', token: 'USDT', note: null, usable_from: saved.created_at };
const rules = { wait_hours: 24, small_limit: '100', small_left: '60' };
const end = '2026-11-23T09:00:00.000Z';
const full: AddressBook = { addresses: [saved, { ...old, looks_like: alike }], rules };

async function open(language: Language, read: AddressBook | null = full, search = '') {
  const removed: string[] = [];
  let reads = 0;
  const saving = manualCall<ToldSecuritySettings, { readonly values: LimitsRequest }>();
  const toasts = createActor(toastsMachine, { input: { now } }).start();
  const area = addressBookArea.provide({
    actors: {
      addressBook: addressBookMachine.provide({
        actors: {
          load: fromPromise<Loaded<AddressBook>, ReadRequest>(async () => {
            reads++;
            if (!read) throw new CallError(failure('UNAVAILABLE'));
            const addresses = read.addresses.filter(({ id }) => !removed.includes(id));
            return { data: { ...read, addresses }, loadedAt: now() };
          }),
        },
      }),
      loginMethods: bookLoginMethods.provide({
        actors: {
          load: fromPromise<Loaded<SignInMethods>, ReadRequest>(async () => ({
            data: { password: true, google: false, metamask: [], email_confirmed: true, pending_email: null },
            loadedAt: now(),
          })),
        },
      }),
      factors: bookFactors.provide({
        actors: {
          load: fromPromise<Loaded<Factors>, ReadRequest>(async () => ({
            data: { totp: null, passkeys: [], recovery_codes_left: 0 },
            loadedAt: now(),
          })),
        },
      }),
      dialog: addressDialogMachine.provide({
        actors: {
          readTable: fromPromise<string, { readonly file: File }>(({ input }) => input.file.text()),
          addressDetails: addressDetailsForm.provide({
            actors: {
              submit: fromPromise<CheckedAddress, { readonly values: NewAddress }>(async () => ({
                address: alike,
                looksLike: outside,
              })),
            },
          }),
          addressImport: addressImportForm.provide({
            actors: {
              submit: fromPromise<AddressImport, { readonly values: ImportRequest }>(async () => {
                const fields = { '2.token': 'format', '3.address': 'own' } as const;
                throw new CallError(failure('VALIDATION_FAILED', { fields }));
              }),
            },
          }),
        },
      }),
      limits: limitsMachine.provide({
        actors: {
          readSettings: fromPromise<ToldSecuritySettings, void>(async () => ({
            ...{ daily_limit: null, payment_limit: null, proof_above: null, lock_days: 0, pending: [] },
            ...{ allow_list_only: false, address_wait_hours: null, phrase: null },
          })),
          limitsForm: limitsForm.provide({ actors: { submit: saving.logic } }),
        },
      }),
      removal: addressRemovalMachine.provide({
        actors: {
          removeAddress: fromPromise<void, { readonly id: string }>(
            async ({ input }) => void removed.push(input.id),
          ),
          restoreAddress: fromPromise<void, { readonly id: string }>(async () => {
            throw new CallError(failure('STATUS_CONFLICT'));
          }),
        },
      }),
    },
  });
  const actor = createActor(area, {
    input: { now, toasts, shown: { ...shown('addressBook', 'addressBook'), search } },
  });
  await arrives(() => void actor.start());
  draw(<AddressBookScreen area={actor} />, language);
  await arrives(() => {});
  const told = () => toasts.getSnapshot().context.toasts.map(({ key }) => key);
  return { removed, saving, toasts: told, reads: () => reads };
}

const user = userEvent.setup();
const press = (name: RegExp | string) =>
  screen.findByRole('button', { name }).then((button) => user.click(button));

describe.each(languages)('the address book in %s', (language) => {
  test.each([
    ['with addresses', full],
    ['without any', { addresses: [], rules }],
    ['that cannot be read', null],
    ['of who pays saved addresses alone', { ...full, rules: { ...rules, allow_list_only: true } }],
    [
      'while that comes to its end',
      { ...full, rules: { ...rules, allow_list_only: true, allow_list_ends: end } },
    ],
  ])('%s is presentable', { tags: 'long' }, async (_, read) => {
    await open(language, read);
    await expectPresentable();
  });
});

test('a row tells what it is called, where it is, how long it waits and what it looks like', async () => {
  await open('en');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('My exchange');
  expect(first?.textContent).toContain(outside);
  // The limits of 24 hours and 30 days remain.
  expect(first?.textContent).toContain('limit ends');
  expect(first?.textContent).toContain('in 23 hours');
  expect(second?.textContent).not.toContain('in 23 hours');
  expect(second?.textContent).toContain(alike);
});

test.each([
  [
    'en',
    ['Add address', 'Name', 'Address', 'Continue'],
    'Enter an address of this network: 42 characters, starting with 0x.',
  ],
  [
    'ru',
    ['Добавить адрес', 'Название', 'Адрес', 'Продолжить'],
    'Укажите адрес этой сети: 42 символа, начинается с 0x.',
  ],
] as const)(
  'a bad address is told without the names that only a payment takes, in %s',
  async (language, labels, said) => {
    const [add, label, address, next] = labels;
    await open(language);
    await press(add);
    await user.type(await screen.findByRole('textbox', { name: label }), 'New');
    await fillIn(user, screen.getByRole('textbox', { name: address }), '0x1234567');
    await press(next);
    expect(screen.getAllByText(said)).toHaveLength(2);
  },
);

test('an address that the page is asked to save is compared with the one it looks like before it is confirmed', async () => {
  await open('en', full, `?save=${alike}&token=USDT`);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'New');
  await press('Continue');
  const save = await screen.findByRole('button', { name: 'Save address' });
  await expectAccessible(screen.getByRole('dialog'));
  await user.click(save);
  expect((await screen.findByRole('checkbox')).getAttribute('aria-invalid')).toBe('true');
  await press('Back');
  expect(await screen.findByDisplayValue('New')).toBeTruthy();
});

test('a dialog that is left at its second step gives the focus back to what opened it', async () => {
  await open('en');
  const add = await screen.findByRole('button', { name: 'Add address' });
  await user.click(add);
  await fillIn(user, await screen.findByRole('textbox', { name: 'Name' }), 'Alike');
  await fillIn(user, screen.getByRole('textbox', { name: 'Address' }), alike);
  await press('Continue');
  await screen.findByRole('button', { name: 'Save address' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(add));
});

async function chooseFile(csv: string) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file can be chosen');
  await user.upload(input, new File([csv], 'book.csv', { type: 'text/csv' }));
}

test.each([
  [
    'en',
    'Import',
    [
      'Line 2, address: This address has a mistake. Copy it again from the source.',
      'Line 3, label: Fill in this field.',
      'Line 4: A quotation mark is missing or misplaced.',
    ],
    'Current password',
  ],
  [
    'ru',
    'Загрузить',
    [
      'Строка 2, address: В адресе ошибка. Скопируйте его из источника ещё раз.',
      'Строка 3, label: Заполните это поле.',
      'Строка 4: Кавычка пропущена или стоит не на месте.',
    ],
    'Текущий пароль',
  ],
] as const)(
  'bad lines of a file are told in %s before a proof is asked for, and another file can be chosen',
  async (language, label, lines, password) => {
    await open(language);
    await press(label);
    await screen.findByRole('dialog');
    await chooseFile(`label,address\nA,${outside.replace('fB', 'Fb')}\n,${outside}\n"B`);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getAllByRole('listitem').map(text)).toEqual(lines);
    expect(screen.queryByLabelText(password)).toBeNull();
    await expectPresentable();
    await chooseFile(table);
    expect(await screen.findByLabelText(password)).toBeTruthy();
  },
);

test('a file without addresses is called so', async () => {
  await open('en');
  await press('Import');
  await screen.findByRole('dialog');
  await chooseFile('label,address');
  expect((await screen.findByRole('alert')).textContent).toContain('This file has no addresses.');
});

test('what the server finds wrong with a file is told by its lines', async () => {
  await open('en');
  await press('Import');
  await screen.findByRole('dialog');
  await expectPresentable();
  await chooseFile(table);
  await fillIn(user, await screen.findByLabelText('Current password'), 'Citrus2026');
  const all = screen.getAllByRole('button', { name: 'Import' });
  await user.click(all.at(-1) as HTMLElement);
  expect(await screen.findByText(/^Line 2, token: Check for typos/)).toBeTruthy();
  expect(screen.getByText(/^Line 3, address: This is your own account/)).toBeTruthy();
});

test('a removed address offers the way back, and says when that fails', async () => {
  const { removed } = await open('en');
  await press('Remove My exchange');
  expect(removed).toEqual([saved.id]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove My exchange' })).toBeNull());
  expect(document.activeElement?.id).toBe('page-title');
  await press('Undo');
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t put back My exchange.');
  await expectPresentable();
});

test('an empty book has one thing to do, and nothing to export', async () => {
  await open('en', { addresses: [], rules });
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Import',
    'Set rules',
    'Add an address',
  ]);
});

test('the rules are set on the page that they are for, and what it tells is read again', async () => {
  const { saving, toasts, reads } = await open('en');
  await press('Set rules');
  await user.click(
    await screen.findByRole('checkbox', { name: 'Send only to saved addresses' }, { timeout: 40_000 }),
  );
  await press('Save rules');
  expect(saving.last().input.values).toMatchObject({ change: { allow_list_only: true }, hasPassword: true });
  const before = reads();
  await arrives(() =>
    saving.last().answer({
      ...{ daily_limit: null, payment_limit: null, proof_above: null, lock_days: 0, pending: [] },
      ...{ allow_list_only: true, address_wait_hours: null, phrase: null },
    }),
  );
  expect([reads(), toasts()]).toEqual([before + 1, ['limitsSaved']]);
});
