/** The inbox: notifications, the number of unread ones, and marking them as read. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { Inbox, Notification } from '../../../contract/notifications.ts';
import type { AreaEvent, AreaInput } from '../core/area.ts';
import { createMarkingMachine, type MarkMade } from '../core/createMarkingMachine.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { placeholderCallback } from '../core/placeholders.ts';

/** Marks notifications by their ids, or all up to a moment. */
export type ReadMark = { readonly ids: string[] } | { readonly until: string };

export const inboxMachine = createResourceMachine<Inbox>('inbox');
export const inboxMarksMachine = createMarkingMachine<ReadMark>('inboxMarks');

interface KnownNotification {
  readonly id: string;
  /** When it was created, in milliseconds. */
  readonly at: number;
}

const none: KnownNotification = { id: '', at: 0 };

interface InboxContext {
  readonly now: () => number;
  /** The newest notification so far; `none` when there was none, null while unknown. */
  readonly newest: KnownNotification | null;
  /** The last notification that arrived while the person was here, to be announced. */
  readonly arrived: Notification | null;
}

/** Sent by `watchLanguage`: titles of articles depend on the language. */
interface LanguageChanged {
  readonly type: 'language.changed';
}

export const inboxArea = setup({
  types: {
    context: {} as InboxContext,
    events: {} as AreaEvent | MarkMade | LanguageChanged,
    input: {} as Pick<AreaInput, 'now'>,
    children: {} as { inbox: 'inbox'; inboxMarks: 'inboxMarks'; watchLanguage: 'watchLanguage' },
  },
  actors: {
    inbox: inboxMachine,
    inboxMarks: inboxMarksMachine,
    watchLanguage: placeholderCallback('watchLanguage'),
  },
  guards: {
    hasData: (_, { inbox }: { inbox: Inbox | null }) => inbox !== null,
  },
  actions: {
    /** Only a later notification is news: when one is withdrawn, an older one is the first again. */
    keepNewest: assign(({ context: { newest, arrived } }, { inbox }: { inbox: Inbox | null }) => {
      const first = inbox?.data[0];
      const at = first === undefined ? 0 : Date.parse(first.created_at);
      const isNew = first !== undefined && (newest === null || (first.id !== newest.id && at >= newest.at));
      return {
        newest: isNew ? { id: first.id, at } : (newest ?? none),
        arrived: isNew && newest !== null && !first.read ? first : arrived,
      };
    }),
    tellShown: sendTo('inbox', { type: 'screen.shown' }),
    refreshInbox: sendTo('inbox', { type: 'refresh.requested' }),
    retryMarks: sendTo('inboxMarks', { type: 'retry.requested' }),
  },
}).createMachine({
  id: 'inboxArea',
  context: ({ input }) => ({ now: input.now, newest: null, arrived: null }),
  invoke: [
    {
      id: 'inbox',
      src: 'inbox',
      // The number of notifications in the list.
      input: ({ context }) => ({ now: context.now, key: 'per_page=20' }),
      onSnapshot: {
        guard: { type: 'hasData', params: ({ event }) => ({ inbox: event.snapshot.context.data }) },
        actions: { type: 'keepNewest', params: ({ event }) => ({ inbox: event.snapshot.context.data }) },
      },
    },
    { id: 'inboxMarks', src: 'inboxMarks' },
    { id: 'watchLanguage', src: 'watchLanguage' },
  ],
  on: {
    'screen.shown': { actions: 'tellShown' },
    'notification.arrived': { actions: 'refreshInbox' },
    'data.outdated': { actions: ['refreshInbox', 'retryMarks'] },
    'inbox.outdated': { actions: 'refreshInbox' },
    'mark.made': { actions: 'refreshInbox' },
    'language.changed': { actions: 'refreshInbox' },
  },
});

export type InboxRef = ActorRefFrom<typeof inboxMachine>;
export type InboxMarksRef = ActorRefFrom<typeof inboxMarksMachine>;
