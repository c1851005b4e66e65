import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../../machines/appMachine.ts';
import { pages } from '../routing/pages.ts';
import { useSignedIn } from '../wiring/flows.ts';
import type { PageName } from '../wiring/pageProps.ts';

/** When the oldest data on a page was read, in milliseconds of the server's time; null before anything was read. */
export function useShownSince(app: AppRef, page: PageName): number | null {
  const { area } = pages[page];
  const content = useSelector(useSignedIn(app), (snapshot) =>
    area === null ? undefined : snapshot?.context.areas[area],
  );
  const children: Readonly<Record<string, AnyActorRef>> | undefined = useSelector(
    content,
    (snapshot) => snapshot?.children,
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = Object.values(children ?? {}).map((child) => child.subscribe(listener));
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
      };
    },
    [children],
  );
  return useSyncExternalStore(subscribe, () => {
    const times = Object.values(children ?? {})
      .map((child): unknown => {
        const { key, loadedAt } = child.getSnapshot().context ?? {};
        // The page no longer shows what is not asked for; the last data of another key stays until the next has arrived.
        return key === null ? null : loadedAt;
      })
      .filter((time) => typeof time === 'number');
    return times.length === 0 ? null : Math.min(...times);
  });
}
