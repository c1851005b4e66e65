import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Arrivals, createArrivals } from '../../src/app/routing/scrollRestoration.ts';

let closing: AbortController;
let scrolled: number[];

/** A browser whose page was scrolled to `y`. */
function scrollTo(y: number): void {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y);
  window.dispatchEvent(new Event('scroll'));
}

function open(): Arrivals {
  closing = new AbortController();
  return createArrivals(closing.signal);
}

function goTo(arrivals: Arrivals, entry: string, isReturn: boolean): () => void {
  window.history.replaceState({ key: entry }, '');
  arrivals.expect(isReturn);
  return arrivals.arrive('wallet');
}

beforeEach(() => {
  scrolled = [];
  vi.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => void scrolled.push(Number(to[1])));
  document.body.innerHTML = '<h1 id="page-title" tabindex="-1">Wallet</h1>';
});
afterEach(() => {
  closing.abort();
  vi.restoreAllMocks();
});

test('the first page is the browser’s to announce; the next one takes the focus and is said', () => {
  const arrivals = open();

  goTo(arrivals, 'a', true);
  expect(document.activeElement).toBe(document.body);
  expect(arrivals.announced()).toBeNull();

  goTo(arrivals, 'b', false);
  expect(document.activeElement?.id).toBe('page-title');
  expect(arrivals.announced()).toBe('wallet');
});

test('Back leads to where one was, a link to the top', () => {
  const arrivals = open();
  const leave = goTo(arrivals, 'a', false);
  scrollTo(700);
  leave();
  scrollTo(40);
  goTo(arrivals, 'b', false);
  goTo(arrivals, 'a', true);

  expect(scrolled).toEqual([0, 0, 700]);
});

test('a reload leads to where one was', () => {
  const leave = goTo(open(), 'a', false);
  scrollTo(300);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  leave();
  closing.abort();

  goTo(open(), 'a', true);

  expect(scrolled).toEqual([0, 300]);
});

test.each(['{', '"x"', '[["a"]]', '[["a","b"]]'])('positions kept as %s are none', (kept) => {
  sessionStorage.setItem('scroll_positions', kept);

  goTo(open(), 'a', true);

  expect(scrolled).toEqual([0]);
});
