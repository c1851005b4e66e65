import { cleanup, configure } from '@testing-library/react';
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

rememberComputedStyles();

/**
 * The files of a process share one page. Each finds it at its first address, and empty but for react-aria's announcer, which is made once in a process, and which
 * tests that empty the page remove.
 */
const shared = globalThis as typeof globalThis & { announcer?: Element | null };
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
