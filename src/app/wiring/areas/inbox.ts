import { fromPromise } from 'xstate';
import {
  type Inbox,
  inboxArea,
  inboxMachine,
  inboxMarksMachine,
  type ReadMark,
} from '../../../machines/shell/inboxArea.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import { markNotificationsRead, readNotifications } from '../../../services/shell/notifications.ts';
import type { Services } from '../services.ts';
import { watchLanguage } from './watchLanguage.ts';

/** How many of the newest the list shows. */
const key = 'per_page=20';

export function createArea(services: Services) {
  const { http, data, languages } = services;
  return inboxArea.provide({
    actors: {
      inbox: inboxMachine.provide({
        actors: {
          load: fromPromise<Loaded<Inbox>, { readonly fresh: boolean }>(async ({ input, signal }) =>
            readNotifications(http, await data(), languages.current(), { input: { ...input, key }, signal }),
          ),
        },
      }),
      inboxMarks: inboxMarksMachine.provide({
        actors: {
          mark: fromPromise<void, { readonly target: ReadMark }>(async ({ input }) => {
            await markNotificationsRead(http, input.target);
          }),
        },
      }),
      watchLanguage: watchLanguage(services),
    },
  });
}
