import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { lifetimeMachine } from '../../../machines/shell/lifetimeMachine.ts';
import { sessionArea } from '../../../machines/shell/sessionArea.ts';
import { updateMachine } from '../../../machines/shell/updateMachine.ts';
import { logFault } from '../../../services/core/log.ts';
import type { Services } from '../services.ts';

export function createArea({ session, data }: Services, idle: Promise<unknown>) {
  return sessionArea.provide({
    actors: {
      lifetime: lifetimeMachine.provide({
        actors: {
          watchLifetime: fromCallback<AnyEventObject>(({ sendBack }) => {
            const until = session.endsAt();
            if (until !== null) sendBack({ type: 'session.extended', until });
            return session.subscribe(
              (change) =>
                change.type === 'extended' && sendBack({ type: 'session.extended', until: change.until }),
            );
          }),
          extendSession: fromPromise<void, void>(async ({ signal }) => {
            await (await data()).profile({ input: { fresh: true }, signal });
          }),
        },
        // Whoever hears of it is told after this step of the machine, not within it.
        actions: { endSession: () => queueMicrotask(() => session.end()) },
      }),
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

/** Its code, and all that it fetches, come when nothing else waits. */
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
