import { lazy, Suspense } from 'react';
import { CallError } from '../../../contract/failure.ts';
import { addressDialogMachine } from '../../../src/machines/addressBook/addressDialogMachine.ts';
import { failure } from '../../support/actors.ts';
import { lookAlikeAddress, outsideAddress } from '../../support/moneyFlow.ts';
import { chooseFile, closeDialog, paste, press, pressIn } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';
import { savedAddress } from '../../support/savedAddress.ts';

const AddressDialog = lazy(() => import('../../../src/screens/addressBook/AddressDialog.tsx'));

const table = `label,address\nAnn,${outsideAddress}`;
const file = new File([table], 'book.csv', { type: 'text/csv' });
const lost = { error: [new CallError(failure('NETWORK'))] };
const close: PersonStep = { events: [{ type: 'dialog.closed' }], by: closeDialog(/^(?:Cancel|Dismiss)$/) };
const submit = (at: string, label: string): PersonStep[] => [
  { at, events: [{ type: 'form.submitted' }], by: press(label) },
  { at, events: [{ type: 'submit.cancelled' }], by: pressIn('form', 'Cancel') },
];
const typePassword = (at: string): PersonStep => ({
  at,
  events: [{ type: 'field.changed', name: 'password', value: 'Correct7horse' }],
  by: paste(/^Current password/, 'Correct7horse'),
});
// The fields are replayed by the maps of the forms.
const fields = [/^Name/, /^Address/, /Token$/, /^Note/, /^Current password/, 'Show password', /^I compared/];

export const map = screenMap({
  machine: addressDialogMachine,
  input: (now) => ({ now, asked: null }),
  screen: (actor) => (
    <Suspense>
      <AddressDialog dialog={actor} factor="none" />
    </Suspense>
  ),
  isShown: (actor) => !actor.getSnapshot().matches('closed'),
  person: [
    close,
    ...submit('addressDetails', 'Continue'),
    { events: [{ type: 'details.reopened' }], by: press('Back') },
    ...submit('addressProof', 'Save address'),
  ],
  outside: [
    {
      event: {
        type: 'address.requested',
        details: { label: 'Ann', walletAddress: outsideAddress, token: '', note: '' },
      },
    },
  ],
  answers: {
    'addressDetails.submit': { done: [{ address: outsideAddress, looksLike: null }], ...lost },
    'addressProof.submit': { done: [savedAddress], ...lost },
    readTable: { done: [table, 'label,address'], ...lost },
    'addressImport.submit': { done: [{ added: 1, unchanged: 0, looks_like: [] }], ...lost },
    'addressEdit.submit': { done: [savedAddress], ...lost },
  },
  views: fields,
  scenes: [
    {
      // What is asked by the address of the page.
      input: (now) => ({ now, asked: { label: 'Ann', walletAddress: outsideAddress, token: '' } }),
      person: [
        close,
        ...submit('addressDetails', 'Continue'),
        typePassword('addressProof'),
        ...submit('addressProof', 'Save address'),
      ],
      outside: [
        { event: { type: 'methods.known', hasPassword: true } },
        {
          // The next address of the page asks to save another recipient.
          event: {
            type: 'address.requested',
            details: { label: 'Bob', walletAddress: lookAlikeAddress, token: '' },
          },
          isNavigation: true,
        },
      ],
      answers: {
        'addressDetails.submit': { done: [{ address: lookAlikeAddress, looksLike: outsideAddress }] },
        'addressProof.submit': { done: [savedAddress], ...lost },
      },
      views: [...fields, 'Back'],
      until: (actor) => actor.getSnapshot().matches('closed'),
    },
    {
      person: [
        close,
        { events: [{ type: 'file.chosen', file }], by: chooseFile('Choose file', file) },
        ...submit('addressImport', 'Import'),
      ],
      outside: [{ event: { type: 'import.requested' } }],
      // The input behind the button has no name.
      views: [...fields, /^$/],
    },
    {
      person: [close, ...submit('addressEdit', 'Save')],
      outside: [{ event: { type: 'edit.requested', entry: savedAddress } }],
    },
  ],
});
