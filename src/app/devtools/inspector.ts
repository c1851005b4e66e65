import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { ActorOptions, InspectionEvent } from 'xstate';
import type { appMachine } from '../../machines/appMachine.ts';

type Inspect = ActorOptions<typeof appMachine>['inspect'];

/**
 * In development only, and without secrets: `/__flows` receives the states of the app's machines, and `?inspect` in the address opens
 * Stately's inspector in its own window.
 */
export async function startInspector(): Promise<Inspect> {
  if (!import.meta.env.DEV || import.meta.env.MODE === 'test') return undefined;
  const [live, stately] = await Promise.all([startLiveActors(), startStately()]);
  return (event) => {
    live(event);
    if (typeof stately === 'function') stately(event);
    else stately?.next?.(event);
  };
}

async function startLiveActors(): Promise<(event: InspectionEvent) => void> {
  const [{ createLiveActors }, { liveChannel }] = await Promise.all([
    import('./liveActors.ts'),
    import('./liveMessages.ts'),
  ]);
  const channel = new BroadcastChannel(liveChannel);
  const tab = Math.random().toString(36).slice(2, 6);
  const live = createLiveActors(tab, Date.now, (message) => channel.postMessage(message));
  channel.onmessage = ({ data }) => live.hear(data);
  channel.postMessage({ type: 'tab.opened' });
  window.addEventListener('pagehide', () => channel.postMessage({ type: 'tab.closed', tab }));
  return live.inspect;
}

async function startStately(): Promise<Inspect> {
  if (!new URLSearchParams(window.location.search).has('inspect')) return undefined;
  const [{ createBrowserInspector }, { withoutSecrets }] = await Promise.all([
    import('@statelyai/inspect'),
    import('./withoutSecrets.ts'),
  ]);
  const { inspect } = createBrowserInspector({
    serialize: (event) => withoutSecrets(JSON.parse(JSON.stringify(event))) as StatelyInspectionEvent,
  });
  return inspect;
}
