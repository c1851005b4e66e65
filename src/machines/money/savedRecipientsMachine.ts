/** Saved addresses, recent recipients and camera beside the recipient field, read on request or once the form has a whole address. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { AddressBook, SavedAddress } from '../../../contract/addressBook.ts';
import { isPaymentLink } from '../../../contract/paymentLink.ts';
import { readAddress } from '../../../contract/walletAddress.ts';
import type { BalancesChanged, ScreenLeft } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { recentPaymentsMachine } from './recentRecipients.ts';
import { scanMachine } from './scanMachine.ts';

export const recipientBookMachine = createResourceMachine<AddressBook>('recipientBook');

interface SavedRecipientsInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface SavedRecipientsContext extends SavedRecipientsInput {
  readonly query: string;
  readonly isAsked: boolean;
  /** The text last put into the field, if it was a payment link. */
  readonly link: string | null;
}

type SavedRecipientsEvent =
  | { readonly type: 'saved.opened' }
  | { readonly type: 'saved.closed' }
  | { readonly type: 'query.changed'; readonly query: string }
  | { readonly type: 'recipient.typed'; readonly to: string }
  /** What the form has as the recipient, however it came there. */
  | { readonly type: 'recipient.known'; readonly to: string }
  | ScreenShown
  | ScreenLeft
  | BalancesChanged;

export const savedRecipientsMachine = setup({
  types: {
    context: {} as SavedRecipientsContext,
    events: {} as SavedRecipientsEvent,
    input: {} as SavedRecipientsInput,
    children: {} as { book: 'book'; recent: 'recent'; scan: 'scan' },
  },
  actors: { book: recipientBookMachine, recent: recentPaymentsMachine, scan: scanMachine },
  guards: {
    isAsked: ({ context }) => context.isAsked,
    isFirstAddress: ({ context }, { to }: { to: string }) => !context.isAsked && readAddress(to.trim()).ok,
  },
  actions: {
    keepQuery: assign((_, { query }: { query: string }) => ({ query })),
    forgetQuery: assign({ query: '' }),
    keepAsked: assign({ isAsked: true }),
    keepLink: assign((_, { to }: { to: string }) => ({ link: isPaymentLink(to) ? to : null })),
    read: sendTo('book', { type: 'screen.shown', key: 'mine' }),
    readAgain: sendTo('book', { type: 'outdated' }),
    check: sendTo('book', { type: 'check.due' }),
    closeScan: sendTo('scan', { type: 'scan.closed' }),
    readRecent: sendTo('recent', { type: 'screen.shown', key: 'mine' }),
    outdateRecent: sendTo('recent', { type: 'outdated' }),
  },
}).createMachine({
  id: 'savedRecipients',
  context: ({ input: { now } }) => ({ now, query: '', isAsked: false, link: null }),
  invoke: [
    { id: 'book', src: 'book', input: ({ context: { now } }) => ({ now, key: null }) },
    { id: 'scan', src: 'scan' },
    { id: 'recent', src: 'recent', input: ({ context: { now } }) => ({ now, key: null }) },
  ],
  initial: 'closed',
  on: {
    'recipient.typed': [
      { guard: withEvent('isFirstAddress'), actions: ['keepAsked', 'read'] },
      { actions: withEvent('keepLink') },
    ],
    'recipient.known': { guard: withEvent('isFirstAddress'), actions: ['keepAsked', 'read'] },
    // An address may have been saved or removed meanwhile, and a read that failed is repeated.
    'screen.shown': { guard: 'isAsked', actions: ['read', 'check'] },
    'screen.left': { actions: 'closeScan' },
    // What was paid or cancelled changes whom they have paid. Before the first read there is nothing to read anew.
    'balances.changed': { actions: 'outdateRecent' },
  },
  states: {
    closed: {
      entry: 'forgetQuery',
      on: {
        'saved.opened': [
          { guard: 'isAsked', target: 'open', actions: 'readAgain' },
          { target: 'open', actions: ['keepAsked', 'read'] },
        ],
      },
    },
    open: {
      entry: 'readRecent',
      on: {
        'saved.closed': 'closed',
        'query.changed': { actions: withEvent('keepQuery') },
      },
    },
  },
});

const isFor = (token: string) => (entry: SavedAddress) => entry.token === null || entry.token === token;

/** The saved addresses that may be paid in `token`, filtered by a search in labels, notes and addresses. */
export function fittingRecipients(
  { addresses }: AddressBook,
  token: string,
  query: string,
): readonly SavedAddress[] {
  const part = query.trim().toLowerCase();
  return addresses
    .filter(isFor(token))
    .filter(({ label, address, note }) =>
      [label, address, note ?? ''].some((each) => each.toLowerCase().includes(part)),
    );
}

/** The saved address for a typed address and `token`: of several, the one with the shortest wait, as the server chooses. Null for none. */
export function savedRecipient(book: AddressBook | null, to: string, token: string): SavedAddress | null {
  const address = readAddress(to.trim());
  if (!book || !address.ok) return null;
  const found = book.addresses.filter(isFor(token)).filter((entry) => entry.address === address.value);
  return found.sort((left, right) => Date.parse(left.usable_from) - Date.parse(right.usable_from))[0] ?? null;
}

export type SavedRecipientsRef = ActorRefFrom<typeof savedRecipientsMachine>;
