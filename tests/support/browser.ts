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
 * react-aria makes its announcer once in a process. The next file of the process has a document of its own, and the announcer goes along:
 * what it tells is judged there too.
 */
const kept = globalThis as typeof globalThis & { announcer?: Element | null };
if (kept.announcer) document.body.prepend(kept.announcer);
afterAll(() => {
  kept.announcer ??= document.querySelector('[data-live-announcer]');
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
