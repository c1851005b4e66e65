import type { FlatNamespace, i18n, TFunction } from 'i18next';
import { use, useSyncExternalStore } from 'react';
import { I18nContext } from 'react-i18next';

type Names = FlatNamespace | readonly FlatNamespace[];

/** The same object until the texts change. */
export interface Translation<Given extends Names> {
  /** Translates a key of the first namespace, or a full key (`wallet:title`) of any of them. */
  readonly t: TFunction<Given>;
  readonly i18n: i18n;
  /** Whether every namespace has loaded. */
  readonly ready: boolean;
}

interface Source {
  readonly current: () => Translation<never>;
  readonly subscribe: (listener: () => void) => () => void;
}

const sources = new WeakMap<i18n, Map<string, Source>>();

/**
 * The texts of some namespaces; those that are missing are loaded. All components with the same namespaces share one `t`, and are drawn again
 * only when the language changes or one of these namespaces arrives (decision 235).
 */
export function useTranslation<const Given extends Names>(names: Given): Translation<Given> {
  const { i18n } = use(I18nContext);
  const { subscribe, current } = sourceOf(i18n, [names].flat());
  return useSyncExternalStore(subscribe, current);
}

function sourceOf(i18n: i18n, names: readonly FlatNamespace[]): Source {
  const known = sources.get(i18n) ?? new Map<string, Source>();
  sources.set(i18n, known);
  const key = names.join(' ');
  const source = known.get(key) ?? createSource(i18n, names);
  known.set(key, source);
  return source;
}

function createSource(i18n: i18n, names: readonly FlatNamespace[]): Source {
  const listeners = new Set<() => void>();
  const isReady = () => names.every((name) => i18n.hasLoadedNamespace(name));
  const read = (): Translation<never> => ({
    t: i18n.getFixedT(i18n.language, names[0] ?? null) as never,
    i18n,
    ready: isReady(),
  });
  let shown = read();
  const load = () => {
    // A file that cannot be loaded arrives without an event.
    if (!shown.ready) void i18n.loadNamespaces([...names], () => isReady() && !shown.ready && renew());
  };
  const renew = () => {
    shown = read();
    for (const listener of [...listeners]) listener();
    if (listeners.size > 0) load();
  };
  i18n.on('languageChanged', renew);
  i18n.store.on('added', (_language, name) => {
    if (names.some((each) => each === name)) renew();
  });
  return {
    current: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      load();
      return () => listeners.delete(listener);
    },
  };
}
