import type { Preferences } from '../../src/machines/shell/preferencesMachine.ts';

/** Those of a browser in which nobody has chosen anything. */
export const plainPreferences: Preferences = {
  theme: 'system',
  isSidebarOpen: true,
  hideBalances: false,
  singleKeys: true,
  language: 'en',
};
