import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { RouterBridge } from '../../src/app/routing/RouterBridge.tsx';
import { createScrollRestoration } from '../../src/app/routing/scrollRestoration.ts';
import { Link } from '../../src/components/base/Link.tsx';
import type { AppRef } from '../../src/machines/appMachine.ts';

const leaving = new AbortController();
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

/** What the bridge needs of the app: it hears where the person is, and asks for other addresses. */
function listener() {
  const heard: string[] = [];
  const app = {
    on: () => ({ unsubscribe() {} }),
    send: (event: { location: { path: string; search: string } }) =>
      heard.push(event.location.path + event.location.search),
  } as unknown as AppRef;
  return { app, heard };
}

test('a navigation draws no other link again, and each leads from the address where the person is', async () => {
  window.history.replaceState(null, '', '/wallet');
  const { app, heard } = listener();
  let drawings = 0;
  const counted = (props: object) => {
    drawings += 1;
    return <a {...(props as ComponentProps<'a'>)} />;
  };
  render(
    <BrowserRouter useTransitions={false}>
      <RouterBridge app={app} scrollRestoration={createScrollRestoration(leaving.signal)}>
        <Link href="/transactions/history">History</Link>
        <Link href="?page=2">Page 2</Link>
        <Link href="/news" render={counted}>
          News
        </Link>
        <Link href="?page=3" render={counted}>
          Page 3
        </Link>
      </RouterBridge>
    </BrowserRouter>,
  );
  expect(heard).toEqual(['/wallet']);
  const click = (name: string) => act(() => screen.getByRole('link', { name }).click());
  expect(drawings).toBe(2);
  click('History');
  click('Page 2');
  expect(heard).toEqual(['/wallet', '/transactions/history', '/transactions/history?page=2']);
  expect(drawings).toBe(2);
  leaving.abort();
});
