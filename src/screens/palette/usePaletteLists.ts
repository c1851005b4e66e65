import { useSelector } from '@xstate/react';
import type { Failure } from '../../../contract/failure.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import type { PaletteLists } from '../../machines/shell/paletteArea.ts';

/** The data for the current key; null until it is read. */
function useList<Data>(list: ResourceRef<Data>) {
  const state = useSelector(list, (snapshot) => snapshot);
  const { key, dataKey, data, failure } = state.context;
  const isSlow = state.hasTag('slow');
  const isBusy = state.hasTag('busy') && !isSlow;
  return {
    data: key !== null && key === dataKey ? data : null,
    isBusy,
    isSlow,
    failure: isBusy ? null : failure,
  };
}

/** Why not everything is found yet; null for no reason. */
function problemOf(failures: readonly Failure[], isSlow: boolean) {
  if (failures.some(({ code }) => code === 'NETWORK')) return 'palette:offline' as const;
  if (failures.length > 0) return 'palette:failed' as const;
  return isSlow ? ('common:form.slow' as const) : null;
}

/** The results of all lists for the query, and the state of reading them. */
export function usePaletteLists(lists: PaletteLists) {
  const [found, recent] = [useList(lists.found), useList(lists.recent)];
  const [book, tickets, addresses] = [useList(lists.book), useList(lists.tickets), useList(lists.addresses)];
  const all = [found, recent, book, tickets, addresses];
  const failures = all.flatMap(({ failure }) => failure ?? []);
  return {
    found: found.data?.data ?? [],
    recent: recent.data?.data ?? [],
    book: book.data?.addresses ?? [],
    tickets: tickets.data?.data ?? [],
    addresses: addresses.data ?? [],
    isBusy: all.some(({ isBusy }) => isBusy),
    problem: problemOf(
      failures,
      all.some(({ isSlow }) => isSlow),
    ),
    retry() {
      for (const list of Object.values<ResourceRef<unknown>>({ ...lists })) {
        const state = list.getSnapshot();
        if (state.context.failure || state.hasTag('slow')) list.send({ type: 'refresh.requested' });
      }
    },
  };
}
