import { fromPromise } from 'xstate';
import {
  inboxArea,
  inboxMachine,
  inboxMarksMachine,
  type ReadMark,
} from '../../../machines/shell/inboxArea.ts';
import { markNotificationsRead, readNotifications } from '../../../services/shell/notifications.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';
import { watchLanguage } from './watchLanguage.ts';

export function createArea(services: Services) {
  const { http, languages } = services;
  return inboxArea.provide({
    actors: {
      inbox: inboxMachine.provide({
        actors: {
          load: loader(services, (http, data, reading) =>
            readNotifications(http, data, languages.current(), reading),
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
