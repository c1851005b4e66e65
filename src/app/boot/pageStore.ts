import type { ComponentType } from 'react';
import { logFault } from '../../services/core/log.ts';
import type { Languages } from '../../services/languages/languages.ts';
import type { LayoutProps, PageName, PageProps } from '../wiring/pageProps.ts';
import { type LayoutName, partsOf } from './parts.ts';

export type PageState = {
  /** What can stand around the spinner: null until this layout has been loaded once. */
  readonly before: ComponentType<LayoutProps> | null;
} & (
  | { readonly status: 'loading' | 'failed' }
  | {
      readonly status: 'ready';
      readonly Layout: ComponentType<LayoutProps>;
      readonly Page: ComponentType<PageProps>;
    }
);

/** Pages as they are loaded on demand: the layout, the screen and the words of both arrive together, or not at all. */
export interface PageStore {
  state(page: PageName, layout: LayoutName): PageState;
  /** Starts what is neither there nor on its way; what failed before is tried anew. */
  request(page: PageName, layout: LayoutName): void;
  /** Whether anything was ever ready to be loaded: until then, nothing else may load beside it. */
  hasBegun(): boolean;
  subscribe(listener: () => void): () => void;
}

const nothing: PageState = { status: 'loading', before: null };

export function createPageStore(languages: Languages): PageStore {
  const states = new Map<string, PageState>();
  const loaded = new Map<LayoutName, ComponentType<LayoutProps>>();
  const listeners = new Set<() => void>();
  const keyOf = (page: PageName, layout: LayoutName) => `${layout}/${page}`;

  function set(key: string, state: PageState): void {
    states.set(key, state);
    for (const listener of [...listeners]) listener();
  }

  async function load(page: PageName, layout: LayoutName): Promise<void> {
    const key = keyOf(page, layout);
    const before = loaded.get(layout) ?? null;
    set(key, { status: 'loading', before });
    try {
      const [Layout, Page] = await partsOf(page, layout, languages.load);
      loaded.set(layout, Layout);
      set(key, { status: 'ready', before, Layout, Page });
    } catch (error) {
      logFault(`page ${page} did not load`, error);
      set(key, { status: 'failed', before });
    }
  }

  return {
    state: (page, layout) => states.get(keyOf(page, layout)) ?? nothing,
    request(page, layout) {
      const state = states.get(keyOf(page, layout));
      if (state === undefined || state.status === 'failed') void load(page, layout);
    },
    hasBegun: () => loaded.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
