import { createActor } from 'xstate';
import {
  addressBookArea,
  bookFactors,
  bookLoginMethods,
} from '../../../src/machines/addressBook/addressBookArea.ts';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { shown } from '../../support/areas.ts';
import { outsideAddress } from '../../support/moneyFlow.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const methods = { password: true, email_confirmed: true };
const noFactors = { totp: null, passkeys: [] };

/** It decides which proof a dialog asks for; until it is known, the server does. */
export const loginMethods = resourceMap({
  machine: bookLoginMethods,
  data: [methods],
  screen: null,
  refresh: null,
});
export const factors = resourceMap({ machine: bookFactors, data: [noFactors], screen: null, refresh: null });

export const area = unseenMap({
  machine: addressBookArea,
  why: 'what it reads, and its dialogs, have screens of their own',
  isTimeless: true,
  input: (now) => ({ now, toasts, shown: shown('addressBook', 'addressBook') }),
  outside: [
    { event: shown('addressBook', 'addressBook', `address=${outsideAddress}`) },
    { event: { type: 'balances.changed' } },
    { at: 'removal', event: { type: 'removal.requested', entry: { id: 'a', label: 'Ann' } } },
    { event: { type: 'access.changed', toast: { tone: 'gain', key: 'limitsChanged', values: {} } } },
  ],
  answers: {
    ...Object.fromEntries(['addressBook', 'loginMethods', 'factors'].map((id) => [`${id}.load`, {}])),
    'loginMethods.load': { done: [(now: number) => ({ data: methods, loadedAt: now })] },
    'removal.removeAddress': { done: [undefined] },
    'dialog.addressDetails.submit': {},
  },
});
