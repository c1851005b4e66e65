import type { KeyValueStore } from '../core/storage.ts';

/** Spec section 2: the sidebar's open state lives in this cookie for 7 days. */
const sidebarCookie = 'sidebar_state';
const sidebarSeconds = 604_800;
const themeKey = 'theme';
const hideBalancesKey = 'hide_balances';
const hideSmallKey = 'hide_small';
const singleKeysKey = 'single_keys';

const themes = ['system', 'light', 'dark'] as const;

/** What this browser remembers of how a person likes the app; the language is remembered by i18next itself. */
interface Preferences {
  readonly theme: (typeof themes)[number];
  readonly isSidebarOpen: boolean;
  readonly hideBalances: boolean;
  readonly hideSmall: boolean;
  /** WCAG 2.2, 2.1.4: whoever speaks to their computer can turn them off. */
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

/** Remembers one choice, and shows it where it is not React's to draw. */
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

// A browser that forbids cookies may throw at the mere look at them: then nothing is remembered, and the app works.
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
    // See above.
  }
}

/** `data-theme` is read by the styles; without it the system decides. */
export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
