import { useSelector } from '@xstate/react';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import type { PaletteLists } from '../../machines/shell/paletteArea.ts';

/** The data for the current key; null until it is read. */
function useList<Data>(list: ResourceRef<Data>) {
  const state = useSelector(list, (snapshot) => snapshot);
  const { key, dataKey, data, failure } = state.context;
  const isBusy = state.hasTag('busy');
  return { data: key !== null && key === dataKey ? data : null, isBusy, failure: isBusy ? null : failure };
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
    hasFailed: failures.length > 0,
    isOffline: failures.some(({ code }) => code === 'NETWORK'),
    retry() {
      for (const list of Object.values<ResourceRef<unknown>>({ ...lists })) {
        if (list.getSnapshot().context.failure) list.send({ type: 'refresh.requested' });
      }
    },
  };
}
