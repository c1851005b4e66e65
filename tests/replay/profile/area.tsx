import { createActor } from 'xstate';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { profileArea } from '../../../src/machines/profile/profileArea.ts';
import { failure } from '../../support/actors.ts';
import { shown, signedInInput } from '../../support/areas.ts';
import { vera } from '../../support/people.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const read = (data: unknown) => ({ done: [(now: number) => ({ data, loadedAt: now })] });
/** As it was read before the line was lost. */
const old = (now: number) => ({ data: vera.user, loadedAt: now, failure: failure('NETWORK') });
const changed = { type: 'access.changed', toast: { tone: 'gain', key: 'methodAdded', values: {} } };

const held = Object.fromEntries(
  [
    ...['profile', 'factors', 'sessions', 'loginMethods'].map((id) => `${id}.load`),
    ...['personal.submit', 'confirmation.sendConfirmation'],
  ].map((at) => [at, {}]),
);

export const area = unseenMap({
  machine: profileArea,
  why: 'what it reads, and its forms and dialogs, have screens of their own',
  isTimeless: true,
  input: (now) => ({ ...signedInInput(now, toasts), shown: shown('profile', 'profile') }),
  outside: [
    { event: shown('profile', 'profile') },
    { event: { type: 'balances.changed' } },
    { event: { type: 'data.outdated' } },
    { event: { type: 'person.read', user: vera.user, readAt: 1 } },
    { event: { type: 'kycStatus.changed', status: 'pending' } },
    { event: { type: 'avatar.changed', user: vera.user, isRemoved: true } },
    { event: { type: 'person.outdated' } },
    { event: { type: 'outcome.settled' } },
    { event: { type: 'discoverability.changed', user: vera.user } },
    { event: { ...changed, outdated: 'profile' } },
    { event: { ...changed, outdated: 'sessions' } },
    { event: { ...changed, outdated: 'wallet' } },
    { event: { ...changed, outdated: null } },
    { event: { type: 'sessions.ended', isOne: true } },
  ],
  answers: {
    ...held,
    'profile.load': { done: [...read(vera.user).done, old] },
    'loginMethods.load': read({ password: true }),
  },
  until: (actor) => actor.getSnapshot().matches('editing'),
  scenes: [
    {
      outside: [
        { event: { type: 'balances.changed' } },
        { at: 'personal', event: { type: 'field.changed', name: 'city', value: 'Riga' } },
        { at: 'personal', event: { type: 'form.submitted' } },
      ],
      answers: { ...held, 'profile.load': read(vera.user), 'personal.submit': { done: [vera.user] } },
      until: () => false,
    },
    {
      outside: [{ at: 'confirmation', event: { type: 'email.wanted' } }],
      answers: { ...held, 'confirmation.sendConfirmation': { done: [null] } },
      until: () => false,
    },
  ],
});
