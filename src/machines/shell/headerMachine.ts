/** What hangs from the header: the account menu, whose code comes after the page's own unless somebody asks for it, and the inbox. */
import { type ActorRefFrom, sendParent, setup } from 'xstate';
import { placeholderPromise } from '../core/placeholders.ts';

type HeaderEvent =
  /** Pressed, whether or not its code is there. */
  | { readonly type: 'menu.opened' }
  /** It is drawn, in place of its stand-in. */
  | { readonly type: 'menu.drawn' }
  | { readonly type: 'menu.closed' }
  | { readonly type: 'inbox.opened' }
  | { readonly type: 'inbox.closed' };

/** No input; tells its parent `inbox.opened`. Tags: `menuWanted` once the menu's code may be loaded, `menuRequested` while somebody waits for the menu or has it open, `inboxOpen`. */
export const headerMachine = setup({
  types: { events: {} as HeaderEvent, tags: {} as 'menuWanted' | 'menuRequested' | 'inboxOpen' },
  actors: {
    /** Answers when the first page stands with its figures. */
    awaitFirstPage: placeholderPromise<void, void>('awaitFirstPage'),
  },
  actions: { reportOpened: sendParent({ type: 'inbox.opened' }) },
}).createMachine({
  id: 'header',
  type: 'parallel',
  states: {
    menu: {
      initial: 'waiting',
      states: {
        waiting: {
          invoke: {
            id: 'awaitFirstPage',
            src: 'awaitFirstPage',
            onDone: 'loading',
            onError: 'loading',
          },
          on: { 'menu.opened': 'requested' },
        },
        loading: { tags: 'menuWanted', on: { 'menu.opened': 'requested', 'menu.drawn': 'closed' } },
        requested: { tags: ['menuWanted', 'menuRequested'], on: { 'menu.drawn': 'open' } },
        closed: { tags: 'menuWanted', on: { 'menu.opened': 'open' } },
        open: { tags: ['menuWanted', 'menuRequested'], on: { 'menu.closed': 'closed' } },
      },
    },
    inbox: {
      initial: 'closed',
      states: {
        closed: { on: { 'inbox.opened': { target: 'open', actions: 'reportOpened' } } },
        open: { tags: 'inboxOpen', on: { 'inbox.closed': 'closed' } },
      },
    },
  },
});

export type HeaderRef = ActorRefFrom<typeof headerMachine>;
