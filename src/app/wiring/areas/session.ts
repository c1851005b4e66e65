import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { lifetimeMachine } from '../../../machines/shell/lifetimeMachine.ts';
import { sessionArea } from '../../../machines/shell/sessionArea.ts';
import { updateMachine } from '../../../machines/shell/updateMachine.ts';
import { logFault } from '../../../services/core/log.ts';
import { deviceKeysOf } from '../deviceKeys.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services, idle: Promise<unknown>) {
  const { session, data } = services;
  return sessionArea.provide({
    actors: {
      lifetime: lifetimeMachine.provide({
        actors: {
          watchLifetime: fromCallback<AnyEventObject>(({ sendBack }) => {
            const tellEnd = (until: number | null) => {
              const token = session.current()?.token;
              if (token !== undefined && until !== null) sendBack({ type: 'session.extended', token, until });
            };
            tellEnd(session.endsAt());
            return session.subscribe((change) => {
              if (change.type === 'extended') tellEnd(change.until);
              if (change.type === 'opened') sendBack({ type: 'session.replaced' });
            });
          }),
          extendSession: fromPromise<void, void>(async ({ signal }) => {
            await (await data()).profile({ input: { fresh: true }, signal });
          }),
        },
        // Ends the session after this step of the machine, because its listeners must not run within it.
        actions: { endSession: (_, { token }) => queueMicrotask(() => session.expire(token)) },
      }),
      bindDevice: fromCallback(() => bindDevice(services, idle)),
      update: updateMachine.provide({
        actors: {
          watchUpdates: fromCallback<AnyEventObject>(({ sendBack }) =>
            watchUpdates(idle, () => sendBack({ type: 'update.ready' })),
          ),
          applyUpdate: fromPromise<void, void>(async () =>
            (await import('../../../services/shell/updates.ts')).applyUpdate(),
          ),
        },
      }),
    },
  });
}

/** Creates the session's key when the browser is idle. Returns a function that removes it. */
function bindDevice(services: Services, idle: Promise<unknown>): () => void {
  const keys = deviceKeysOf(services);
  const token = services.session.current()?.token;
  let isOver = false;
  const bind = async () => {
    await idle;
    if (!isOver) await keys.bind();
  };
  bind().catch(() => {});
  return () => {
    isOver = true;
    if (token !== undefined) keys.forget(token).catch(() => {});
  };
}

/** Loads the code and the newer files only when the browser is idle. */
function watchUpdates(idle: Promise<unknown>, tell: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = async () => {
    await idle;
    if (signal.aborted) return;
    const updates = await import('../../../services/shell/updates.ts');
    if (!signal.aborted) signal.addEventListener('abort', updates.watchUpdates(tell));
  };
  if (import.meta.env.PROD) {
    watch().catch((error: unknown) => logFault('the app is not kept for offline', error));
  }
  return () => stopping.abort();
}
