import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScrollRestoration, type ScrollRestoration } from '../../src/app/routing/scrollRestoration.ts';

let closing: AbortController;
let scrolled: number[];

/** A browser whose page was scrolled to `y`. */
function scrollTo(y: number): void {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y);
  window.dispatchEvent(new Event('scroll'));
}

function open(): ScrollRestoration {
  closing = new AbortController();
  return createScrollRestoration(closing.signal);
}

function goTo(scrollRestoration: ScrollRestoration, entry: string, isReturn: boolean): () => void {
  window.history.replaceState({ key: entry }, '');
  scrollRestoration.expect(isReturn);
  return scrollRestoration.arrive('wallet');
}

/** Loads `address` as a new document, scrolls it to `y`, and leaves it. jsdom does not tell how a document was opened, so `type` does. */
function load(address: string, type: string, y = 0): void {
  Object.defineProperty(performance, 'getEntriesByType', { configurable: true, value: () => [{ type }] });
  window.history.replaceState({ idx: 0 }, '', address);
  const scrollRestoration = open();
  scrollRestoration.expect(true);
  const leave = scrollRestoration.arrive('wallet');
  if (y > 0) scrollTo(y);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  leave();
  closing.abort();
}

beforeEach(() => {
  scrolled = [];
  vi.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => void scrolled.push(Number(to[1])));
  document.body.innerHTML = '<h1 id="page-title" tabindex="-1">Wallet</h1>';
});
afterEach(() => {
  closing.abort();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  vi.restoreAllMocks();
});

test('the first page is the browser’s to announce; the next one takes the focus and is said', () => {
  const scrollRestoration = open();

  goTo(scrollRestoration, 'a', true);
  expect(document.activeElement).toBe(document.body);
  expect(scrollRestoration.announced()).toBeNull();

  goTo(scrollRestoration, 'b', false);
  expect(document.activeElement?.id).toBe('page-title');
  expect(scrollRestoration.announced()).toBe('wallet');
});

test('a page whose title comes late takes the focus then, and not once it has been left', async () => {
  const scrollRestoration = open();
  goTo(scrollRestoration, 'a', true)();
  document.body.innerHTML = '';
  const leave = goTo(scrollRestoration, 'b', false);
  expect(document.activeElement).toBe(document.body);

  document.body.innerHTML = '<h1 id="page-title" tabindex="-1">Wallet</h1>';
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('page-title'), { timeout: 30_000 });
  expect(scrolled).toEqual([0, 0]);
  leave();

  document.body.innerHTML = '';
  goTo(scrollRestoration, 'c', false)();
  document.body.innerHTML = '<h1 id="page-title" tabindex="-1">History</h1>';
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});

test('Back leads to where one was, a link to the top', () => {
  const scrollRestoration = open();
  const leave = goTo(scrollRestoration, 'a', false);
  scrollTo(700);
  leave();
  scrollTo(40);
  goTo(scrollRestoration, 'b', false);
  goTo(scrollRestoration, 'a', true);

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

test.each([
  { type: 'navigate', top: 0 },
  { type: 'prerender', top: 0 },
  { type: 'reload', top: 300 },
  { type: 'back_forward', top: 300 },
])('a page that was scrolled to 300 and is loaded again by “$type” begins at $top', ({ type, top }) => {
  load('/wallet', 'navigate', 300);

  load('/wallet', type);

  expect(scrolled).toEqual([0, top]);
});

test('the first page of a document takes no position of another path', () => {
  load('/wallet', 'navigate', 300);

  load('/news', 'back_forward');

  expect(scrolled).toEqual([0, 0]);
});
