import type { PageName } from '../wiring/pageProps.ts';

/** Where each entry of the history was scrolled to, for this tab, reloads included. */
const storageKey = 'scroll_positions';

/** What a change of pages means to whoever looks at the document or listens to it. */
export interface ScrollRestoration {
  /** A person is on the way. `isReturn`: by Back, Forward, or a reload. */
  expect(isReturn: boolean): void;
  /** The page has been drawn. Answers what to do when it goes. */
  arrive(page: PageName): () => void;
  /** The page that a person came to last, to be announced; null at the first one, which the browser announces. */
  announced(): PageName | null;
  subscribe(listener: () => void): () => void;
}

/**
 * Browsers restore the scroll position before the page is drawn anew, and leave the focus on what is gone;
 * so both are done here, once it is drawn: as it was scrolled for a return, else from its top, with the focus on its title.
 */
export function createScrollRestoration(signal: AbortSignal): ScrollRestoration {
  const positions = new Map(readPositions());
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

/** The router keeps a key for each entry in the browser's state; the first one has none. */
function entryOf(state: unknown): string {
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : null;
  return typeof key === 'string' ? key : 'first';
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
    // The browser keeps nothing: a reload begins at the top.
  }
}
