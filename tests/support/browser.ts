import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

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

beforeEach(() => {
  Object.assign(window, missing);
  Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
