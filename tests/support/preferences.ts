import { createActor } from 'xstate';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { type Preferences, preferencesMachine } from '../../src/machines/shell/preferencesMachine.ts';

/** Those of a browser in which nobody has chosen anything. */
export const plainPreferences: Preferences = {
  theme: 'system',
  isSidebarOpen: true,
  hideBalances: false,
  hideSmall: false,
  singleKeys: true,
  language: 'en',
};

/** Keeps nothing, and tells a toaster that nobody sees. */
export function preferencesActor(hideBalances = false, hideSmall = false) {
  const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
  return createActor(preferencesMachine.provide({ actions: { keepPreference: () => {} } }), {
    input: { toasts, preferences: { ...plainPreferences, hideBalances, hideSmall } },
  }).start();
}
