import { act } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { ServerOptions } from '../../server/server.ts';
import { type RunningApp, startApp } from '../../src/app/boot/startApp.tsx';
import { serveLocales } from './localeFiles.ts';
import { handToServer, interceptProvider, providerOrigin } from './mswProvider.ts';
import { type TestServer, testServer } from './server.ts';

const running: RunningApp[] = [];

/** Opens the app at an address, as a browser does: with what was stored before. */
export async function openApp(address: string): Promise<RunningApp> {
  window.history.pushState(null, '', address);
  document.body.innerHTML = '<div id="root"></div>';
  document.head.innerHTML = '<title>Zesto Crypto Wallet</title>';
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const app = await act(() => startApp(root, providerOrigin));
  running.push(app);
  return app;
}

/** Closes every app that a test has opened, so that the next one finds an empty browser. */
export function closeApps(): void {
  beforeEach(() => {
    window.scrollTo = () => {};
    const missing: unknown[] = [];
    const { warn } = console;
    console.warn = (subject: unknown, ...details: unknown[]) => {
      if (/no words for/.test(String(subject))) missing.push(...details);
      warn(subject, ...details);
    };
    return () => {
      console.warn = warn;
      expect(missing, 'texts that were drawn before they had loaded').toEqual([]);
    };
  });
  afterEach(() => {
    closeOpenApps();
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'sidebar_state=; max-age=0; path=/';
  });
  // An import that is still under way when a file ends never ends for the next file of the process.
  afterAll(() => vi.dynamicImportSettled());
}

/** As when the browser leaves the page. */
export function closeOpenApps(): void {
  act(() => {
    for (const app of running.splice(0)) app.stop();
    // Its list is the module's, which a page that is left takes along.
    toast.removeAll();
  });
}

/** Gives a test file an app, in English, whose calls go to a server of the file's own. */
export function appWithServer(options: Partial<ServerOptions> = {}) {
  const server = testServer(options);
  const provider = interceptProvider();
  closeApps();
  beforeEach(() => {
    provider.use(serveLocales(), handToServer({ fetch: (request) => server.it.fetch(request) }));
    localStorage.setItem('i18nextLng', 'en');
  });
  return { server, provider };
}

/** Leaves in the browser what a login leaves there. */
export async function storeSession(server: TestServer, { token }: { readonly token: string }): Promise<void> {
  const profile = await server.get('/profile', { token });
  localStorage.setItem('user', JSON.stringify(profile.body.data));
  localStorage.setItem('auth_token', token);
}

/** What the address bar shows after the host. */
export const address = () => `${window.location.pathname}${window.location.search}`;
