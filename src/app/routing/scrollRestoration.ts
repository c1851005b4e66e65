import type { PageName } from '../wiring/pageProps.ts';

/** The scroll position of each history entry, for this tab, reloads included. */
const storageKey = 'scroll_positions';

/** The effects of a navigation on scrolling, focus and announcements. */
export interface ScrollRestoration {
  /** The person started a navigation. `isReturn`: by Back, Forward, or a reload. */
  expect(isReturn: boolean): void;
  /** The page was drawn. Returns a function to call when it is removed. */
  arrive(page: PageName): () => void;
  /** The page to announce; null for the first one, which the browser announces. */
  announced(): PageName | null;
  subscribe(listener: () => void): () => void;
}

/**
 * Browsers restore the scroll position before the page is redrawn, and leave the focus on removed elements;
 * so both are set here after drawing: a return restores the position, any other navigation starts at the top, with the focus on the title.
 * To the router the first page of a document is always a return, so the kept position of one that was opened by its address is forgotten.
 */
export function createScrollRestoration(signal: AbortSignal): ScrollRestoration {
  const positions = new Map(readPositions());
  if (isOpenedByAddress()) positions.delete(entryOf(window.history.state));

  const listeners = new Set<() => void>();
  let entry: string | null = null;
  let isReturn = true;
  let isFirst = true;
  let announced: PageName | null = null;

  window.history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => entry !== null && positions.set(entry, window.scrollY), {
    passive: true,
    signal,
  });
  window.addEventListener('pagehide', () => keepPositions([...positions]), { signal });

  return {
    expect(isReturning) {
      isReturn = isReturning;
    },
    arrive(page) {
      entry = entryOf(window.history.state);
      const top = isReturn ? (positions.get(entry) ?? 0) : 0;
      const isNavigation = !isFirst;
      // A page whose flows start a moment later has no title yet.
      const observer = new MutationObserver(show);
      observer.observe(document.body, { childList: true, subtree: true });
      show();
      if (isNavigation) {
        announced = page;
        for (const listener of [...listeners]) listener();
      }
      isFirst = false;
      document.getElementById('shell')?.remove();
      return () => {
        entry = null;
        observer.disconnect();
      };

      function show() {
        const title = document.getElementById('page-title');
        if (title === null) return;
        observer.disconnect();
        window.scrollTo(0, top);
        if (isNavigation) title.focus({ preventScroll: true });
      }
    },
    announced: () => announced,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether this document was opened by an address or a link, not by a reload, Back or Forward. jsdom does not tell. */
function isOpenedByAddress(): boolean {
  const [load] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  return load !== undefined && load.type !== 'reload' && load.type !== 'back_forward';
}

/**
 * The router stores a key for each entry in the browser's history state. The first entry of a document has none, so it is known by its path.
 */
function entryOf(state: unknown): string {
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : null;
  return typeof key === 'string' ? key : `first ${window.location.pathname}`;
}

function readPositions(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

function keepPositions(positions: [string, number][]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Without storage a reload starts at the top.
  }
}
