import { act } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { type RunningApp, startApp } from '../../src/app/boot/startApp.tsx';
import { providerOrigin } from './mswProvider.ts';

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
  });
  afterEach(() => {
    closeOpenApps();
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'sidebar_state=; max-age=0; path=/';
  });
}

/** As when the browser leaves the page. */
export function closeOpenApps(): void {
  act(() => {
    for (const app of running.splice(0)) app.stop();
  });
}
