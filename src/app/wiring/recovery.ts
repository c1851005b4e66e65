import { createActor, fromPromise } from 'xstate';
import { isEmailToken } from '../../../contract/accountEmails.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { recoverAccountCall } from '../../../contract/recovery.ts';
import { newPasswordMachine } from '../../machines/auth/accountEmailForms.ts';
import { type RecoveryRef, recoveryMachine } from '../../machines/auth/recoveryMachine.ts';
import { createPasswordSetter } from '../../services/auth/linkPasswords.ts';
import type { Services } from './services.ts';

/** One actor for each app and link, so that the result stays visible when the session ends and the page is drawn in another layout. */
const opened = new WeakMap<Services, { readonly token: string; readonly actor: RecoveryRef }>();

/** `hash`: what is behind the `#`, so that the token appears in no server's log. Null without a token that can be valid. */
export function recoveryActorOf(services: Services, hash: string): RecoveryRef | null {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token === null || !isEmailToken(token)) return null;
  const before = opened.get(services);
  if (before?.token === token) return before.actor;
  before?.actor.stop();
  const { http, clock } = services;
  const setPassword = createPasswordSetter((body) => http(recoverAccountCall, { body }));
  const machine = recoveryMachine.provide({
    actors: {
      newPassword: newPasswordMachine.provide({
        actors: {
          submit: fromPromise<true, { readonly values: BodyOf<typeof recoverAccountCall> }>(
            async ({ input }) => {
              await setPassword(input.values);
              return true;
            },
          ),
        },
      }),
    },
  });
  const actor = createActor(machine, { input: { now: clock.now, token } }).start();
  opened.set(services, { token, actor });
  return actor;
}
