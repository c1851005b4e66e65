import type { KeyValueStore } from './storage.ts';

/** Spec section 2: the sidebar's open state lives in this cookie for 7 days. */
const sidebarCookie = 'sidebar_state';
const sidebarSeconds = 604_800;
const themeKey = 'theme';
const hideBalancesKey = 'hide_balances';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What this browser remembers of how a person likes the app; the language is remembered by i18next itself. */
export interface Preferences {
  readonly theme: Theme;
  readonly isSidebarOpen: boolean;
  readonly hideBalances: boolean;
}

export function readPreferences(store: KeyValueStore): Preferences {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(`${sidebarCookie}=`));
  return {
    theme: themes.find((theme) => theme === store.read(themeKey)) ?? 'system',
    isSidebarOpen: cookie !== `${sidebarCookie}=false`,
    hideBalances: store.read(hideBalancesKey) === 'true',
  };
}

export function keepTheme(store: KeyValueStore, theme: Theme): void {
  store.write(themeKey, theme);
}

export function keepHideBalances(store: KeyValueStore, hideBalances: boolean): void {
  store.write(hideBalancesKey, String(hideBalances));
}

export function keepSidebar(isOpen: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the app runs in
  document.cookie = `${sidebarCookie}=${isOpen}; path=/; max-age=${sidebarSeconds}; samesite=lax`;
}
