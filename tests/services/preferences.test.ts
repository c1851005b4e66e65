import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { applyTheme, keepPreference, readPreferences } from '../../src/services/shell/preferences.ts';

const store = createLocalStore();

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'sidebar_state=; max-age=0; path=/';
});

test('a new browser: the system’s theme, the sidebar open, balances shown', () => {
  expect(readPreferences(store)).toEqual({
    theme: 'system',
    isSidebarOpen: true,
    hideBalances: false,
    hideSmall: false,
    singleKeys: true,
  });
});

test('every choice comes back', () => {
  keepPreference(store, { name: 'theme', value: 'dark' });
  keepPreference(store, { name: 'isSidebarOpen', value: false });
  keepPreference(store, { name: 'hideBalances', value: true });
  keepPreference(store, { name: 'hideSmall', value: true });
  keepPreference(store, { name: 'singleKeys', value: false });

  expect(readPreferences(store)).toEqual({
    theme: 'dark',
    isSidebarOpen: false,
    hideBalances: true,
    hideSmall: true,
    singleKeys: false,
  });
});

test('the sidebar’s cookie lives for 604800 seconds', () => {
  const written = vi.spyOn(document, 'cookie', 'set');

  keepPreference(store, { name: 'isSidebarOpen', value: false });

  expect(written).toHaveBeenCalledWith('sidebar_state=false; path=/; max-age=604800; samesite=lax');
});

test('a browser that forbids cookies remembers nothing, and breaks nothing', () => {
  const forbid = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.defineProperty(document, 'cookie', { configurable: true, get: forbid, set: forbid });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'cookie');
  });

  keepPreference(store, { name: 'isSidebarOpen', value: false });

  expect(readPreferences(store).isSidebarOpen).toBe(true);
});

test.each(['blue', '', '{}'])('a stored theme %j is none', (theme) => {
  localStorage.setItem('theme', theme);

  expect(readPreferences(store).theme).toBe('system');
});

describe('the theme', () => {
  test('is shown on the document', () => {
    applyTheme('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  test('is the system’s to decide when nothing is chosen', () => {
    applyTheme('dark');
    applyTheme('system');
    expect(document.documentElement.hasAttribute('data-theme')).toBe(false);
  });
});

test('a browser that refuses storage loses no more than the memory', () => {
  const refusing = createLocalStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });

  keepPreference(refusing, { name: 'theme', value: 'dark' });

  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(readPreferences(refusing).theme).toBe('system');
});
