import { act, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { PageParts } from '../../src/app/boot/bootActor.ts';
import { PageOutlet } from '../../src/app/boot/PageOutlet.tsx';
import { createScrollRestoration } from '../../src/app/routing/scrollRestoration.ts';
import type { PageName } from '../../src/app/wiring/pageProps.ts';
import { PageReload } from '../../src/components/base/pageReload.ts';
import { appMachine } from '../../src/machines/appMachine.ts';
import { createBootMachine } from '../../src/machines/shell/bootMachine.ts';
import { createPageMachine, type PageAddress } from '../../src/machines/shell/pageMachine.ts';
import { manualCall } from '../support/actors.ts';
import { plainPreferences } from '../support/preferences.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', initAsync: false, resources: { en: { meta: {} } } });

const Layout = ({ children }: { children: ReactNode }) => <main>{children}</main>;
const drawPage = vi.fn(() => <p>Wallet</p>);
const Page = () => drawPage();

const app = createActor(appMachine, {
  input: {
    now: Date.now,
    makeKey: () => '',
    readRecord: () => null,
    session: null,
    preferences: plainPreferences,
  },
});

function open(pageReload = { isLocked: false, reload: () => {} }) {
  const load = manualCall<PageParts, PageAddress>();
  const boot = createActor(
    createBootMachine<PageParts>().provide({
      actors: { page: createPageMachine<PageParts>().provide({ actors: { loadPage: load.logic } }) },
    }),
  ).start();
  const scrollRestoration = createScrollRestoration(new AbortController().signal);
  const request = (page: PageName) =>
    act(() => boot.send({ type: 'page.requested', page, layout: 'signedIn' }));
  const answer = (say: () => void) => act(async () => say());
  const stage = (page: PageName) => (
    <I18nextProvider i18n={i18n}>
      <PageReload value={pageReload}>
        <PageOutlet
          app={app}
          boot={boot}
          scrollRestoration={scrollRestoration}
          page={page}
          layout="signedIn"
        />
      </PageReload>
    </I18nextProvider>
  );
  request('wallet');
  const { rerender } = render(stage('wallet'));
  return {
    load,
    arrive: () => answer(() => load.last().answer({ Layout, Page })),
    fail: () => answer(() => load.last().fail('NETWORK')),
    drawAround: () => rerender(stage('wallet')),
    goTo(page: PageName) {
      request(page);
      rerender(stage(page));
    },
  };
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
  drawPage.mockClear();
});

test('what is drawn again around a page does not draw the page again', async () => {
  const { arrive, drawAround } = open();
  await arrive();
  const times = drawPage.mock.calls.length;
  drawAround();
  expect([seen().page, drawPage.mock.calls.length]).toEqual([true, times]);
});

test('a quick page comes without a spinner', async () => {
  const { arrive } = open();
  pass(499);
  expect(seen()).toEqual({ layout: false, spinner: false, page: false });

  await arrive();

  expect(seen()).toEqual({ layout: true, spinner: false, page: true });
});

test('the very first spinner stays for 500 ms, although the layout is there by then', async () => {
  const { arrive } = open();
  pass(500);
  expect(seen()).toEqual({ layout: false, spinner: true, page: false });

  pass(100);
  await arrive();
  pass(399);
  expect(seen()).toEqual({ layout: false, spinner: true, page: false });
  pass(1);
  expect(seen()).toEqual({ layout: true, spinner: false, page: true });
});

test('a layout that was there stays around the spinner', async () => {
  const { arrive, goTo } = open();
  await arrive();
  goTo('support');
  pass(500);

  expect(seen()).toEqual({ layout: true, spinner: true, page: false });
});

test.each([
  { isLocked: false, ways: ['Reload the page'], text: 'Check your connection' },
  { isLocked: true, ways: [], text: 'A transaction is in progress.' },
])(
  'what failed twice is not tried again: a reload is offered, unless money may be moving ($isLocked)',
  async ({ isLocked, ways, text }) => {
    const reload = vi.fn();
    const { fail } = open({ isLocked, reload });
    await fail();
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    await fail();

    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(ways);
    expect(screen.getByRole('alert').textContent).toContain(text);
    for (const way of ways) act(() => screen.getByRole('button', { name: way }).click());
    expect(reload).toHaveBeenCalledTimes(ways.length);
  },
);

test('what did not load is told, with a way on', async () => {
  const { load, arrive, fail } = open();

  await fail();

  expect(screen.getByRole('alert').textContent).toContain('We couldn’t open this page.');
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(load.calls).toHaveLength(2);
  await arrive();
  expect(seen()).toEqual({ layout: true, spinner: false, page: true });
});
