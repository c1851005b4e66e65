import type { ComponentType } from 'react';
import { logFault } from '../../services/core/log.ts';
import type { Languages } from '../../services/languages/languages.ts';
import type { FrameProps, PageName, PageProps } from '../wiring/pageProps.ts';
import { type FrameName, partsOf } from './parts.ts';

export type PageState = {
  /** What can stand around the spinner: null until this frame has been loaded once. */
  readonly before: ComponentType<FrameProps> | null;
} & (
  | { readonly status: 'loading' | 'failed' }
  | {
      readonly status: 'ready';
      readonly Frame: ComponentType<FrameProps>;
      readonly Page: ComponentType<PageProps>;
    }
);

/** Pages as they are loaded on demand: the frame, the screen and the words of both arrive together, or not at all. */
export interface PageStore {
  state(page: PageName, frame: FrameName): PageState;
  /** Starts what is neither there nor on its way; what failed before is tried anew. */
  request(page: PageName, frame: FrameName): void;
  /** Whether anything was ever ready to be loaded: until then, nothing else may load beside it. */
  hasBegun(): boolean;
  subscribe(listener: () => void): () => void;
}

const nothing: PageState = { status: 'loading', before: null };

export function createPageStore(languages: Languages): PageStore {
  const states = new Map<string, PageState>();
  const loaded = new Map<FrameName, ComponentType<FrameProps>>();
  const listeners = new Set<() => void>();
  const keyOf = (page: PageName, frame: FrameName) => `${frame}/${page}`;

  function set(key: string, state: PageState): void {
    states.set(key, state);
    for (const listener of [...listeners]) listener();
  }

  async function load(page: PageName, frame: FrameName): Promise<void> {
    const key = keyOf(page, frame);
    const before = loaded.get(frame) ?? null;
    set(key, { status: 'loading', before });
    try {
      const [Frame, Page] = await partsOf(page, frame, languages.load);
      loaded.set(frame, Frame);
      set(key, { status: 'ready', before, Frame, Page });
    } catch (error) {
      logFault(`page ${page} did not load`, error);
      set(key, { status: 'failed', before });
    }
  }

  return {
    state: (page, frame) => states.get(keyOf(page, frame)) ?? nothing,
    request(page, frame) {
      const state = states.get(keyOf(page, frame));
      if (state === undefined || state.status === 'failed') void load(page, frame);
    },
    hasBegun: () => loaded.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
