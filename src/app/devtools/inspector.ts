import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { ActorOptions } from 'xstate';
import type { appMachine } from '../../machines/appMachine.ts';

type Inspect = ActorOptions<typeof appMachine>['inspect'];

/** With `?inspect` in the address, in development only: Stately's inspector in a window of its own, without secrets. */
export async function startInspector(): Promise<Inspect> {
  if (!import.meta.env.DEV || !new URLSearchParams(window.location.search).has('inspect')) return undefined;
  const [{ createBrowserInspector }, { withoutSecrets }] = await Promise.all([
    import('@statelyai/inspect'),
    import('./withoutSecrets.ts'),
  ]);
  const { inspect } = createBrowserInspector({
    serialize: (event) => withoutSecrets(JSON.parse(JSON.stringify(event))) as StatelyInspectionEvent,
  });
  return inspect;
}
