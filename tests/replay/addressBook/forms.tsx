import {
  addressDetailsForm,
  addressEditForm,
  addressImportForm,
  addressProofForm,
} from '../../../src/machines/addressBook/addressForms.ts';
import { AddressDetails, AddressEdit } from '../../../src/screens/addressBook/AddressDetails.tsx';
import { AddressImport } from '../../../src/screens/addressBook/AddressImport.tsx';
import { AddressProof } from '../../../src/screens/addressBook/AddressProof.tsx';
import { lookAlikeAddress, outsideAddress } from '../../support/moneyFlow.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { pick, tick } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';
import { savedAddress } from '../../support/savedAddress.ts';

const password = ['password', /^Current password/, 'Correct7horse'] as const;
// These are their parent's, and stand in the map of the dialog.
const views = ['Show password', 'Cancel', 'Back', 'Choose file', /^$/];
const onClose = () => {};

export const details = screenMap({
  machine: addressDetailsForm,
  input: (now) => ({ now, initial: { note: 'Rent' } }),
  screen: (actor) => <AddressDetails form={actor} onClose={onClose} />,
  person: [
    {
      events: [{ type: 'field.changed', name: 'token', value: 'USDT' }],
      by: pick(/Token$/, 'USDT'),
      offered: (actor) => actor.getSnapshot().context.values.token === '',
    },
    {
      events: [{ type: 'field.changed', name: 'token', value: '' }],
      by: pick(/Token$/, 'Any token'),
      offered: (actor) => actor.getSnapshot().context.values.token !== '',
    },
    ...formSteps({
      fields: [
        ['label', /^Name/, 'Ann'],
        ['walletAddress', /^Address/, outsideAddress],
      ],
      submit: 'Continue',
    }),
  ],
  answers: { submit: formAnswers({ address: outsideAddress, looksLike: null }) },
  views: [...views, /^Note/],
  unreached: plainForm('addressDetails'),
});

export const proof = screenMap({
  machine: addressProofForm,
  input: (now) => ({
    now,
    initial: { label: 'Ann', walletAddress: lookAlikeAddress, hasPassword: true, mustCompare: true },
  }),
  screen: (actor) => (
    <AddressProof form={actor} looksLike={outsideAddress} factor="none" onBack={onClose} onClose={onClose} />
  ),
  person: [
    {
      events: [{ type: 'field.changed', name: 'isCompared', value: true }],
      by: tick(/^I compared/),
      offered: (actor) => !actor.getSnapshot().context.values.isCompared,
    },
    {
      events: [{ type: 'field.changed', name: 'isCompared', value: false }],
      by: tick(/^I compared/),
      offered: (actor) => actor.getSnapshot().context.values.isCompared,
    },
    ...formSteps({ fields: [password], submit: 'Save address' }),
  ],
  answers: { submit: formAnswers(savedAddress) },
  views,
  unreached: plainForm('addressProof'),
});

export const table = screenMap({
  machine: addressImportForm,
  input: (now) => ({ now, initial: { name: 'book.csv', csv: 'label,address', hasPassword: true } }),
  screen: (actor) => <AddressImport form={actor} factor="none" onChoose={onClose} onClose={onClose} />,
  person: formSteps({ fields: [password], submit: 'Import' }),
  answers: { submit: formAnswers({ added: 1, unchanged: 0, looks_like: [] }) },
  views,
  unreached: plainForm('addressImport'),
});

export const edit = screenMap({
  machine: addressEditForm,
  input: (now) => ({ now, initial: { id: savedAddress.id, label: '', note: '' } }),
  screen: (actor) => <AddressEdit form={actor} onClose={onClose} />,
  person: formSteps({
    fields: [
      ['label', /^Name/, 'Ann'],
      ['note', /^Note/, 'Rent'],
    ],
    submit: 'Save',
  }),
  answers: { submit: formAnswers(savedAddress) },
  views,
  unreached: plainForm('addressEdit'),
});
