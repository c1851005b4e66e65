import { createActor, fromPromise } from 'xstate';
import { isEmailToken } from '../../../contract/accountEmails.ts';
import { type NotMeReport, notMeCall, notMeNotificationCall } from '../../../contract/notMe.ts';
import { pathId } from '../../../contract/textRules.ts';
import { type NotMeRef, type NotMeTarget, notMeMachine } from '../../machines/auth/notMeMachine.ts';
import type { Services } from './services.ts';

/**
 * One actor for each app and target, so that the result stays visible when the session ends and the page is drawn in another
 * layout.
 */
const opened = new WeakMap<Services, Map<string, NotMeRef>>();

export function notMeActorOf(services: Services, target: NotMeTarget | null): NotMeRef {
  const actors = opened.get(services) ?? new Map<string, NotMeRef>();
  opened.set(services, actors);
  const key = JSON.stringify(target);
  const actor = actors.get(key) ?? open(services, target);
  actors.set(key, actor);
  return actor;
}

function open(services: Services, target: NotMeTarget | null): NotMeRef {
  const machine = notMeMachine.provide({
    actors: {
      report: fromPromise<NotMeReport, { readonly target: NotMeTarget }>(({ input }) =>
        report(services, input.target),
      ),
    },
  });
  return createActor(machine, { input: { target } }).start();
}

async function report({ http, session, languages }: Services, target: NotMeTarget): Promise<NotMeReport> {
  const language = languages.current();
  if ('token' in target) return (await http(notMeCall, { body: { token: target.token }, language })).data;
  const { token } = session.current() ?? {};
  const done = await http(notMeNotificationCall, { params: { id: target.notification }, language });
  // The server has ended the session.
  if (token !== undefined) session.end(token);
  return done.data;
}

/** The target in the page's address; null for one that cannot be valid. The token is after the `#`, so that it appears in no server's log. */
export function notMeTargetIn(hash: string, search: string): NotMeTarget | null {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token !== null) return isEmailToken(token) ? { token } : null;
  const notification = new URLSearchParams(search).get('notification');
  return notification !== null && pathId.safeParse(notification).success ? { notification } : null;
}
