/** The areas of a signed-in person: each starts at its first visit, and all end with the session. */
import { type ActorRefFrom, forwardTo, not } from 'xstate';
import { required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { PalettePart } from './paletteMachine.ts';
import { asToldLast, type SignedInContext, signedInSetup } from './signedInSetup.ts';

const outdateBalances = ['outdateData', { type: 'tellAreas', params: { type: 'balances.changed' } }] as const;
const outdateInbox = {
  type: 'tellArea',
  params: { name: 'inbox', message: { type: 'inbox.outdated' } },
} as const;
/** Shows the palette over the current screen. */
const palette = {
  params: ({ context, event }: { context: SignedInContext; event: { part: PalettePart } }) => ({
    ...required(context.shown),
    area: 'palette' as const,
    params: { part: event.part },
  }),
};
/** Tells its areas about moved money and other events. Tag: `confirmingSignOut`. */
export const signedInMachine = signedInSetup.createMachine({
  id: 'signedIn',
  context: ({ input: { isFrozen, ...given }, spawn }) => ({
    signedIn: { ...given, standing: spawn('standing', { id: 'standing', input: { isFrozen } }) },
    loaders: {},
    areas: {},
    shown: null,
    lockedFlows: [],
  }),
  invoke: [
    { id: 'watchBalanceChannel', src: 'watchBalanceChannel' },
    {
      id: 'followEmailLink',
      src: 'followEmailLink',
      onDone: {
        guard: withOutput('hasToast'),
        actions: { type: 'tellToast', params: ({ event }) => ({ toast: required(event.output) }) },
      },
      // The service answers with a toast for every refusal.
      onError: {},
    },
    { id: 'watchConnection', src: 'watchConnection' },
    { id: 'header', src: 'header' },
    { id: 'currency', src: 'currency' },
  ],
  on: {
    'screen.shown': {
      target: '.staying',
      actions: [
        withEvent('tellLeft'),
        withEvent('tellShown'),
        withEvent('keepShown'),
        withEvent('loadAreas'),
      ],
    },
    'code.loaded': { actions: [withEvent('openArea'), withEvent('tellLeftMeanwhile')] },
    'money.moved': { actions: outdateBalances },
    'tokens.changed': { actions: outdateBalances },
    'limits.changed': { actions: outdateBalances },
    'notification.arrived': { actions: withEvent('tellAreas') },
    // Nothing is read again: the event contains all changes for areas that show the transaction.
    'confirmations.arrived': { actions: ['outdateData', withEvent('tellAreas')] },
    'notifications.read': { actions: outdateInbox },
    'inbox.opened': { actions: outdateInbox },
    'connection.lost': {
      actions: [{ type: 'tellConnection', params: { isOffline: true } }, 'stopWaiting'],
    },
    'connection.restored': {
      actions: [{ type: 'tellConnection', params: { isOffline: false } }, 'awaitStream'],
    },
    'line.restored': {
      actions: ['stopWaiting', ...outdateBalances, { type: 'tellAreas', params: { type: 'data.outdated' } }],
    },
    'currencies.told': { actions: forwardTo('currency') },
    'account.told': { actions: withEvent('tellAccount') },
    'profile.changed': {
      actions: [
        {
          type: 'tellAccount',
          params: ({ context, event }) => ({
            isFrozen: asToldLast(context, event).user.status === 'frozen',
            at: event.readAt ?? undefined,
          }),
        },
        { type: 'passOn', params: ({ context, event }) => asToldLast(context, event) },
        {
          type: 'tellArea',
          params: ({ event: { user, readAt = null } }) => ({
            name: 'profile',
            message: { type: 'person.read', user, readAt },
          }),
        },
      ],
    },
    'kycStatus.changed': {
      actions: [
        withEvent('passOn'),
        // The form of the profile leaves the compared details alone from then on.
        { type: 'tellArea', params: ({ event }) => ({ name: 'profile', message: event }) },
      ],
    },
    'address.requested': { actions: withEvent('passOn') },
    'area.requested': {
      actions: [
        { type: 'tellShown', params: ({ event }) => event.shown },
        { type: 'loadAreas', params: ({ event }) => event.shown },
      ],
    },
    'lock.changed': { actions: withEvent('keepLock') },
    'update.accepted': {
      guard: not('isLocked'),
      actions: { type: 'tellArea', params: ({ event }) => ({ name: 'session', message: event }) },
    },
    'signOut.requested': [{ guard: 'isLocked', target: '.confirming' }, { target: '.leaving' }],
  },
  initial: 'staying',
  states: {
    staying: {
      on: {
        'palette.requested': {
          guard: 'isShown',
          actions: [
            { type: 'tellShown', ...palette },
            { type: 'loadAreas', ...palette },
          ],
        },
      },
    },
    leaving: {
      invoke: { id: 'findSentPayment', src: 'findSentPayment' },
      on: {
        'sentPayment.found': 'confirming',
        'sentPayment.missing': { target: 'staying', actions: 'signOut' },
      },
    },
    confirming: {
      tags: 'confirmingSignOut',
      on: { 'signOut.confirmed': { actions: 'signOut' }, 'signOut.declined': 'staying' },
    },
  },
});

export type SignedInRef = ActorRefFrom<typeof signedInMachine>;
