/** The header's account menu and inbox. The menu's code loads after the page's, or at once on request. */
import { type ActorRefFrom, sendParent, setup } from 'xstate';
import { placeholderPromise } from '../core/placeholders.ts';

type HeaderEvent =
  /** The menu button was pressed, whether or not the menu's code has loaded. */
  | { readonly type: 'menu.opened' }
  /** The menu replaced its placeholder. */
  | { readonly type: 'menu.drawn' }
  | { readonly type: 'menu.closed' }
  | { readonly type: 'inbox.opened' }
  | { readonly type: 'inbox.closed' };

/** No input; tells its parent `inbox.opened`. Tags: `menuWanted` once the menu's code may load, `menuRequested` while the menu is open or awaited, `inboxOpen`. */
export const headerMachine = setup({
  types: { events: {} as HeaderEvent, tags: {} as 'menuWanted' | 'menuRequested' | 'inboxOpen' },
  actors: {
    /** Resolves when the first page is shown with its data. */
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
