import { act, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { Stage } from '../../src/app/boot/PageOutlet.tsx';
import type { PageState, PageStore } from '../../src/app/boot/pageStore.ts';
import { createScrollRestoration } from '../../src/app/routing/scrollRestoration.ts';
import { appMachine } from '../../src/machines/appMachine.ts';
import { plainPreferences } from '../support/preferences.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', initAsync: false, resources: { en: { meta: {} } } });

const Layout = ({ children }: { children: ReactNode }) => <main>{children}</main>;
const Page = () => <p>Wallet</p>;

/** A store whose page comes when a test says so. */
function manualStore() {
  let state: PageState = { status: 'loading', before: null };
  const listeners = new Set<() => void>();
  const store: PageStore = {
    state: () => state,
    request: () => {},
    hasBegun: () => false,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const set = (next: PageState) =>
    act(() => {
      state = next;
      for (const listener of listeners) listener();
    });
  return { store, set };
}

const app = createActor(appMachine, {
  input: {
    now: Date.now,
    makeKey: () => '',
    readRecord: () => null,
    session: null,
    preferences: plainPreferences,
  },
});

function open() {
  const { store, set } = manualStore();
  const scrollRestoration = createScrollRestoration(new AbortController().signal);
  render(
    <I18nextProvider i18n={i18n}>
      <Stage app={app} scrollRestoration={scrollRestoration} pages={store} page="wallet" layout="signedIn" />
    </I18nextProvider>,
  );
  return set;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const seen = () => ({
  layout: screen.queryByRole('main') !== null,
  spinner: screen.queryByText('Loading…') !== null,
  page: screen.queryByText('Wallet') !== null,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a quick page comes without a spinner', () => {
  const set = open();
  pass(499);
  expect(seen()).toEqual({ layout: false, spinner: false, page: false });

  set({ status: 'ready', before: null, Layout, Page });

  expect(seen()).toEqual({ layout: true, spinner: false, page: true });
});

test('the very first spinner stays for 500 ms, although the layout is there by then', () => {
  const set = open();
  pass(500);
  expect(seen()).toEqual({ layout: false, spinner: true, page: false });

  pass(100);
  set({ status: 'ready', before: null, Layout, Page });
  pass(399);
  expect(seen()).toEqual({ layout: false, spinner: true, page: false });
  pass(1);
  expect(seen()).toEqual({ layout: true, spinner: false, page: true });
});

test('a layout that was there stays around the spinner', () => {
  const set = open();
  set({ status: 'loading', before: Layout });
  pass(500);

  expect(seen()).toEqual({ layout: true, spinner: true, page: false });
});

test('what did not load is told, with a way on', () => {
  const set = open();

  set({ status: 'failed', before: null });

  expect(screen.getByRole('alert').textContent).toContain('We couldn’t open this page.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
