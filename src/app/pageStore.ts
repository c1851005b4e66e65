import type { ComponentType, ReactNode } from 'react';
import type { Languages } from '../services/languages.ts';
import { logFault } from '../services/log.ts';
import { type PageName, type PageProps, pages } from './paths.ts';

export interface FrameProps extends PageProps {
  readonly page: PageName;
  readonly children: ReactNode;
}

/** What stands around a page: for visitors, or for account holders. */
export type FrameName = 'visitor' | 'holder';

const frames: Readonly<Record<FrameName, () => Promise<ComponentType<FrameProps>>>> = {
  visitor: async () => (await import('./frames/VisitorFrame.tsx')).VisitorFrame,
  holder: async () => (await import('./frames/HolderFrame.tsx')).HolderFrame,
};

/** The words that every page needs. */
const everywhere = ['common', 'meta'];

export type PageState = {
  /** Null until it has been drawn once: then it stays while another page in it is loading. */
  readonly Frame: ComponentType<FrameProps> | null;
} & (
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly Page: ComponentType<PageProps> }
);

/** Pages as they are loaded on demand: the frame, the screen and the words of both arrive together, or not at all. */
export interface PageStore {
  state(page: PageName, frame: FrameName): PageState;
  /** Starts what is neither there nor on its way; what failed before is tried anew. */
  request(page: PageName, frame: FrameName): void;
  /** Whether anything was ever ready to be drawn: until then, nothing else may load beside it. */
  hasBegun(): boolean;
  subscribe(listener: () => void): () => void;
}

const nothing: PageState = { status: 'loading', Frame: null };

export function createPageStore(languages: Languages): PageStore {
  const states = new Map<string, PageState>();
  const drawn = new Map<FrameName, ComponentType<FrameProps>>();
  const listeners = new Set<() => void>();
  const keyOf = (page: PageName, frame: FrameName) => `${frame}/${page}`;

  function set(key: string, state: PageState): void {
    states.set(key, state);
    for (const listener of [...listeners]) listener();
  }

  async function load(page: PageName, frame: FrameName): Promise<void> {
    const key = keyOf(page, frame);
    set(key, { status: 'loading', Frame: drawn.get(frame) ?? null });
    try {
      const [Frame, Page] = await Promise.all([
        frames[frame](),
        pages[page].load(),
        languages.load([...everywhere, ...pages[page].namespaces]),
      ]);
      drawn.set(frame, Frame);
      set(key, { status: 'ready', Frame, Page });
    } catch (error) {
      logFault(`page ${page} did not load`, error);
      set(key, { status: 'failed', Frame: drawn.get(frame) ?? null });
    }
  }

  return {
    state: (page, frame) => states.get(keyOf(page, frame)) ?? nothing,
    request(page, frame) {
      const state = states.get(keyOf(page, frame));
      if (state === undefined || state.status === 'failed') void load(page, frame);
    },
    hasBegun: () => drawn.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
