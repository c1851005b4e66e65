import { createActor, fromTransition } from 'xstate';
import { LeaveDialog } from '../../../src/app/layouts/LeaveDialog.tsx';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { signedInMachine } from '../../../src/machines/shell/signedInMachine.ts';
import { shown, signedInInput } from '../../support/areas.ts';
import { vera } from '../../support/people.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const toast = { tone: 'gain', key: 'emailConfirmed', values: {} };
const area = fromTransition((state) => state, null);
const lock = (isLocked: boolean) => ({ event: { type: 'lock.changed', flow: 'payment', isLocked } });

const here = { event: shown('wallet', 'wallet'), isNavigation: true } as const;
const held = {
  ...Object.fromEntries(
    ['wallet', 'market', 'inbox', 'session', 'palette', 'portfolio'].map((name) => [`${name}.loadCode`, {}]),
  ),
  watchBalanceChannel: {},
  followEmailLink: {},
  watchConnection: {},
  findSentPayment: {},
  'header.awaitFirstPage': {},
  'currency.readCurrency': {},
};

/** Of its own it shows a question alone; the rest of what it knows is shown by its areas. */
export const map = screenMap({
  machine: signedInMachine.provide({ actions: { outdateData: () => {} } }),
  isTimeless: true,
  input: (now) => signedInInput(now, toasts),
  screen: (actor) => <LeaveDialog signedIn={actor} />,
  isShown: (actor) => actor.getSnapshot().hasTag('confirmingSignOut'),
  person: [
    { events: [{ type: 'signOut.confirmed' }], by: press('Log out anyway') },
    { events: [{ type: 'signOut.declined' }], by: press('Stay') },
  ],
  outside: [here, { event: { type: 'signOut.requested' } }, lock(true), lock(false)],
  answers: {
    ...held,
    findSentPayment: { says: [{ type: 'sentPayment.found' }, { type: 'sentPayment.missing' }] },
  },
  scenes: [
    {
      outside: [
        here,
        lock(true),
        ...[
          { type: 'palette.requested', part: 'commands' },
          { type: 'money.moved' },
          { type: 'tokens.changed' },
          { type: 'limits.changed' },
          { type: 'notification.arrived', notification: { unread: 1, newest: null } },
          { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 },
          { type: 'notifications.read' },
          { type: 'inbox.opened' },
          { type: 'currencies.told', rates: [] },
          { type: 'address.requested', to: '/wallet' },
          { type: 'area.requested', shown: shown('wallet', 'portfolio') },
          { type: 'update.accepted' },
        ].map((event) => ({ event })),
      ],
      answers: { ...held, 'wallet.loadCode': { done: [area] } },
    },
    {
      outside: [
        { type: 'connection.lost' },
        { type: 'connection.restored' },
        { type: 'line.restored' },
        { type: 'account.told', isFrozen: true },
        { type: 'profile.changed', user: vera.user, readAt: null },
        { type: 'kycStatus.changed', status: 'pending' },
      ].map((event) => ({ event })),
      answers: { ...held, followEmailLink: { done: [toast, null], error: [new Error('no line')] } },
    },
  ],
});
