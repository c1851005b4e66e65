import { expect, test } from 'vitest';
import { locate } from '../../src/app/routing/paths.ts';

test.each([
  ['/', 'home', 'any', null],
  ['/auth/login', 'login', 'signedOut', null],
  ['/auth/registration', 'registration', 'signedOut', null],
  ['/wallet', 'wallet', 'signedIn', 'wallet'],
  ['/wallet/', 'wallet', 'signedIn', 'wallet'],
  ['/transactions/history', 'history', 'signedIn', 'history'],
  ['/exchange', 'exchange', 'signedIn', 'exchange'],
  ['/terms', 'terms', 'any', null],
  ['/privacy', 'privacy', 'any', null],
  ['/wallets', 'notFound', 'any', null],
  ['/auth', 'notFound', 'any', null],
  ['//evil.example', 'notFound', 'any', null],
  ['/%E0%A4%A', 'notFound', 'any', null],
])('%s is %s, for %s, of the area %s', (pathname, name, access, area) => {
  expect(locate({ pathname, search: '?q=1' })).toEqual({
    path: pathname,
    search: '?q=1',
    route: { name, access, area, params: {} },
  });
});
