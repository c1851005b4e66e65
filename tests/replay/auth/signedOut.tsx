import { fromTransition } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { signedOutMachine, signInMethodsLoader } from '../../../src/machines/auth/signedOutMachine.ts';
import { signInMethodsMachine } from '../../../src/machines/auth/signInMethodsMachine.ts';
import { failure } from '../../support/actors.ts';
import { outsideAddress } from '../../support/moneyFlow.ts';
import { vera } from '../../support/people.ts';
import { codeLoaderMap } from '../../support/replay/codeLoaderMap.ts';
import { type OutsideStep, unseenMap } from '../../support/replay/screenMap.ts';

export const loader = codeLoaderMap(signInMethodsLoader, 'signInMethods');

const first = {
  ...{ method: 'password', email: 'vera@example.com', password: 'Correct7horse' },
  remember: false,
};
const required = { event: { type: 'secondFactor.required', first, methods: ['totp'] } };
const obtained = { event: { type: 'session.obtained', session: vera } };
const typed = (at: string, values: Readonly<Record<string, unknown>>): OutsideStep[] => [
  ...Object.entries(values).map(([name, value]) => ({
    at,
    event: { type: 'field.changed', name, value },
  })),
  { at, event: { type: 'form.submitted' } },
];
const callback = {
  from: 'google',
  credential: `a.${btoa(JSON.stringify({ nonce: 'nonce-of-this-tab', email: 'vera@example.com' }))}.c`,
  state: 'state',
  isCancelled: false,
};
const needsFactor = {
  done: [vera],
  error: [new CallError(failure('SECOND_FACTOR_REQUIRED', { methods: ['totp'] } as never))],
};
const methodCalls = Object.fromEntries(
  [
    ...['offeredMethods.load', 'watchCallbacks', 'secondFactor.secondFactorForm.submit'],
    ...['watchField', 'offerPasskey', 'requestPasskey', 'openByPasskey'].map((id) => `passkey.${id}`),
    ...[
      'findWallets',
      'requestAccounts',
      'requestMessage',
      'signMessage',
      'submitProof',
      'watchAccounts',
    ].map((id) => `browserWallet.${id}`),
    ...['takeRequest', 'leaveFor', 'openSession', 'googleLink.submit'].map((id) => `google.${id}`),
    ...['askReset.submit', 'newPassword.submit', 'confirmEmail', 'askConfirmation.submit'].map(
      (id) => `accountEmails.${id}`,
    ),
  ].map((at) => [at, {}]),
);

export const methods = unseenMap({
  machine: signInMethodsMachine,
  why: 'each login method has a screen of its own',
  isTimeless: true,
  input: (now) => ({ now, callback: null, pending: null }),
  outside: [
    required,
    { event: { type: 'callback.arrived', callback: { from: 'reset', token: 'a' } } },
    ...typed('secondFactor.secondFactorForm', { otp: '123456' }),
  ],
  answers: { ...methodCalls, 'secondFactor.secondFactorForm.submit': { done: [vera] } },
  scenes: [
    {
      outside: [{ at: 'passkey', event: { type: 'passkey.wanted' } }],
      answers: {
        ...methodCalls,
        'passkey.requestPasskey': {
          done: [{ id: 'AQ', client_data: 'Ag', authenticator_data: 'Aw', signature: 'BA' }],
        },
        'passkey.openByPasskey': { done: [vera] },
      },
    },
    {
      outside: [{ at: 'browserWallet', event: { type: 'wallet.wanted' } }],
      answers: {
        ...methodCalls,
        'browserWallet.findWallets': { done: [[{ id: 'fox', name: 'Fox', icon: null }]] },
        'browserWallet.requestAccounts': { done: [[outsideAddress]] },
        'browserWallet.requestMessage': { done: ['a message'] },
        'browserWallet.signMessage': { done: ['a signature'] },
        'browserWallet.submitProof': needsFactor,
      },
    },
    {
      outside: [{ event: { type: 'callback.arrived', callback } }],
      answers: {
        ...methodCalls,
        'google.takeRequest': { done: [{ state: 'state', nonce: 'nonce-of-this-tab' }] },
        'google.openSession': needsFactor,
      },
    },
  ],
});

const there = (name: string) => ({ event: { type: 'screen.shown', name } });
const draft = {
  ...{ first_name: 'Vera', last_name: 'Stone', username: 'vera', date_of_birth: '1990-05-17' },
  ...{ country: 'RU', phone: '+79161234567', email: 'vera@example.com' },
};
const calls = {
  'signInMethodsLoader.loadCode': {},
  'signIn.submit': {},
  'registration.submit': {},
  'captcha.watchCaptcha': {},
  'signInCaptcha.watchCaptcha': {},
};

export const signedOut = unseenMap({
  machine: signedOutMachine,
  why: 'its flows have screens of their own',
  isTimeless: true,
  input: (now) => ({ now }),
  outside: [there('login'), there('registration'), required, obtained],
  answers: {
    ...calls,
    'signInMethodsLoader.loadCode': { done: [fromTransition((state) => state, null)] },
  },
  scenes: [
    {
      outside: [there('login'), ...typed('signIn', { email: 'vera@example.com', password: 'Correct7horse' })],
      answers: { ...calls, 'signIn.submit': { done: [vera] } },
    },
    {
      input: (now) => ({ now: () => Date.UTC(2026, 10, 20) + now(), readDraft: () => draft }),
      outside: [
        there('registration'),
        ...typed('registration', {
          password: 'Correct7horse',
          password_confirmation: 'Correct7horse',
          terms: true,
        }),
      ],
      answers: { ...calls, 'registration.submit': { done: [vera] } },
    },
  ],
});
