import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { rememberComputedStyles } from './computedStyle.ts';

/** What jsdom has not: media queries (a wide screen, no preference), observers, scrolling. */
const missing: Partial<typeof window> = {
  matchMedia: (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
};

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

// Two files share two processors: what takes a moment alone takes some more.
configure({ asyncUtilTimeout: 40_000 });

/**
 * What is looked for until it is there fails often on the way, and each time the whole page would be printed into an error that nobody
 * sees. What is not there in the end is told with the page once more by the wait itself (`onTimeout`).
 */
const shared = globalThis as typeof globalThis & {
  announcer?: Element | null;
  elementError?: ReturnType<typeof getConfig>['getElementError'];
};
shared.elementError ??= getConfig().getElementError;
const { elementError } = shared;
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isOnTheWay } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isOnTheWay) return elementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});

rememberComputedStyles();

/**
 * The files of a process share one page. Each finds it at its first address, and empty but for react-aria's announcer, which is made once in a process, and which
 * tests that empty the page remove.
 */
afterAll(() => {
  shared.announcer ??= document.querySelector('[data-live-announcer]');
  document.body.replaceChildren(...(shared.announcer ? [shared.announcer] : []));
  history.replaceState(null, '', '/');
});

beforeEach(() => {
  Object.assign(window, missing);
  Object.assign(globalThis, {
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    CSS: {
      escape: (text: string) =>
        text.replace(/^\d|[^\w-]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `),
    },
  });
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  cleanup();
  // react-aria's announcer outlives what it tells of by some seconds.
  for (const log of document.querySelectorAll('[data-live-announcer] > *')) log.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
