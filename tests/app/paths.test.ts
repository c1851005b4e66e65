import { expect, test } from 'vitest';
import { locate } from '../../src/app/paths.ts';

test.each([
  ['/', 'home', 'any'],
  ['/auth/login', 'login', 'signedOut'],
  ['/auth/registration', 'registration', 'signedOut'],
  ['/wallet', 'wallet', 'signedIn'],
  ['/wallet/', 'wallet', 'signedIn'],
  ['/wallets', 'notFound', 'any'],
  ['/auth', 'notFound', 'any'],
  ['//evil.example', 'notFound', 'any'],
  ['/%E0%A4%A', 'notFound', 'any'],
])('%s is %s, for %s', (pathname, name, access) => {
  expect(locate({ pathname, search: '?q=1' })).toEqual({
    path: pathname,
    search: '?q=1',
    route: { name, access, params: {} },
  });
});
