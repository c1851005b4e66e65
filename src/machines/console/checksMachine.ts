/** Tells its parent when what is shown is to be checked: at once, then every 15 seconds while somebody can see it. */
import { sendParent, setup } from 'xstate';
import { placeholderCallback } from '../core/placeholders.ts';
import type { CheckDue } from './consoleAreas.ts';

type ChecksEvent =
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.shown' }
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.returned' };

export const checksMachine = setup({
  types: { events: {} as ChecksEvent },
  actors: {
    /** Sends `page.hidden`, `page.shown`, `connection.lost` and `connection.returned`. */
    watchPage: placeholderCallback('watchPage'),
  },
  actions: { tellDue: sendParent((): CheckDue => ({ type: 'check.due' })) },
  delays: { untilCheck: 15_000 },
}).createMachine({
  id: 'checks',
  invoke: { id: 'watchPage', src: 'watchPage' },
  initial: 'visible',
  states: {
    visible: {
      entry: 'tellDue',
      after: { untilCheck: { target: 'visible', reenter: true } },
      on: { 'page.hidden': 'hidden', 'connection.lost': 'hidden' },
    },
    hidden: { on: { 'page.shown': 'visible', 'connection.returned': 'visible' } },
  },
});
