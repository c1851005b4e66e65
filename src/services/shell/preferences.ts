import type { KeyValueStore } from '../core/storage.ts';

/** Spec section 2: this cookie stores the sidebar's open state for 7 days. */
const sidebarCookie = 'sidebar_state';
const sidebarSeconds = 604_800;
const themeKey = 'theme';
const hideBalancesKey = 'hide_balances';
const hideSmallKey = 'hide_small';
const singleKeysKey = 'single_keys';

const themes = ['system', 'light', 'dark'] as const;

/** The stored preferences; the language is stored by i18next itself. */
interface Preferences {
  readonly theme: (typeof themes)[number];
  readonly isSidebarOpen: boolean;
  readonly hideBalances: boolean;
  readonly hideSmall: boolean;
  /** WCAG 2.2, 2.1.4: single-key shortcuts can be turned off, for example by people who use speech input. */
  readonly singleKeys: boolean;
}

type Choice = {
  readonly [Name in keyof Preferences]: { readonly name: Name; readonly value: Preferences[Name] };
}[keyof Preferences];

export function readPreferences(store: KeyValueStore): Preferences {
  return {
    theme: themes.find((theme) => theme === store.read(themeKey)) ?? 'system',
    isSidebarOpen: !readCookies().includes(`${sidebarCookie}=false`),
    hideBalances: store.read(hideBalancesKey) === 'true',
    hideSmall: store.read(hideSmallKey) === 'true',
    singleKeys: store.read(singleKeysKey) !== 'false',
  };
}

/** Stores one choice, and applies it where React does not draw it. */
export function keepPreference(store: KeyValueStore, choice: Choice): void {
  if (choice.name === 'hideBalances') store.write(hideBalancesKey, String(choice.value));
  if (choice.name === 'hideSmall') store.write(hideSmallKey, String(choice.value));
  if (choice.name === 'singleKeys') store.write(singleKeysKey, String(choice.value));
  if (choice.name === 'isSidebarOpen') {
    writeCookie(`${sidebarCookie}=${choice.value}; path=/; max-age=${sidebarSeconds}; samesite=lax`);
  }
  if (choice.name === 'theme') {
    store.write(themeKey, choice.value);
    applyTheme(choice.value);
  }
}

// A browser that forbids cookies may throw when they are read: then nothing is stored, and the app still works.
function readCookies(): readonly string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}

function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the app runs in
    document.cookie = cookie;
  } catch {
    // Cookies may be forbidden; see `readCookies`.
  }
}

/** The styles read `data-theme`; without it the system decides. */
export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
