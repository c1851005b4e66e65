/** The person's preferences: theme, sidebar, hidden balances, shortcuts, language. They outlive the session. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { placeholderPromise } from '../core/placeholders.ts';
import type { ToastsRef } from '../core/toastsMachine.ts';
import { withEvent } from '../core/withEvent.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'en' | 'ru';

export interface Preferences {
  readonly theme: Theme;
  readonly isSidebarOpen: boolean;
  readonly hideBalances: boolean;
  /** Whether the wallet's list hides tokens of little value. */
  readonly hideSmall: boolean;
  /** Whether single keys, without Ctrl or Cmd, are shortcuts. */
  readonly singleKeys: boolean;
  readonly language: Language;
}

/** A preference that the browser stores. The language is stored by the code that loads it. */
export type KeptPreference = {
  readonly [Name in Exclude<keyof Preferences, 'language'>]: {
    readonly name: Name;
    readonly value: Preferences[Name];
  };
}[Exclude<keyof Preferences, 'language'>];

interface PreferencesContext extends Preferences {
  readonly toasts: ToastsRef;
  /** The language that is being loaded, or the current one. */
  readonly wanted: Language;
}

type PreferencesEvent =
  | { readonly type: 'theme.chosen'; readonly theme: Theme }
  | { readonly type: 'sidebar.toggled' }
  | { readonly type: 'balances.toggled' }
  | { readonly type: 'small.toggled' }
  | { readonly type: 'singleKeys.toggled' }
  | { readonly type: 'language.chosen'; readonly language: Language }
  /** Opens or closes the slide-in panel of narrow screens. */
  | { readonly type: 'panel.toggled' }
  | { readonly type: 'panel.closed' }
  | { readonly type: 'screen.shown' };

interface PreferencesInput {
  readonly preferences: Preferences;
  readonly toasts: ToastsRef;
}

/** Tag: `busy` while a language is loading. `keepPreference` is the effect that stores and applies a choice. */
export const preferencesMachine = setup({
  types: {
    context: {} as PreferencesContext,
    events: {} as PreferencesEvent,
    input: {} as PreferencesInput,
    tags: {} as 'busy',
  },
  actors: {
    changeLanguage: placeholderPromise<void, { readonly language: Language }>('changeLanguage'),
  },
  guards: {
    isOther: ({ context }, { language }: { language: Language }) => language !== context.language,
  },
  actions: {
    keepPreference: (_, _kept: KeptPreference) => {
      throw new Error('provide keepPreference');
    },
    setTheme: assign((_, { theme }: { theme: Theme }) => ({ theme })),
    toggleSidebar: assign(({ context }) => ({ isSidebarOpen: !context.isSidebarOpen })),
    toggleBalances: assign(({ context }) => ({ hideBalances: !context.hideBalances })),
    toggleSmall: assign(({ context }) => ({ hideSmall: !context.hideSmall })),
    toggleSingleKeys: assign(({ context }) => ({ singleKeys: !context.singleKeys })),
    setWanted: assign((_, { language }: { language: Language }) => ({ wanted: language })),
    setLanguage: assign(({ context }) => ({ language: context.wanted })),
    tellFailure: sendTo(({ context }) => context.toasts, {
      type: 'toast.raised',
      toast: { tone: 'loss', key: 'languageUnavailable', values: {} },
    }),
  },
}).createMachine({
  id: 'preferences',
  type: 'parallel',
  context: ({ input }) => ({
    ...input.preferences,
    toasts: input.toasts,
    wanted: input.preferences.language,
  }),
  on: {
    'theme.chosen': {
      actions: [
        withEvent('setTheme'),
        { type: 'keepPreference', params: ({ context }) => ({ name: 'theme', value: context.theme }) },
      ],
    },
    'sidebar.toggled': {
      actions: [
        'toggleSidebar',
        {
          type: 'keepPreference',
          params: ({ context }) => ({ name: 'isSidebarOpen', value: context.isSidebarOpen }),
        },
      ],
    },
    'balances.toggled': {
      actions: [
        'toggleBalances',
        {
          type: 'keepPreference',
          params: ({ context }) => ({ name: 'hideBalances', value: context.hideBalances }),
        },
      ],
    },
    'small.toggled': {
      actions: [
        'toggleSmall',
        {
          type: 'keepPreference',
          params: ({ context }) => ({ name: 'hideSmall', value: context.hideSmall }),
        },
      ],
    },
    'singleKeys.toggled': {
      actions: [
        'toggleSingleKeys',
        {
          type: 'keepPreference',
          params: ({ context }) => ({ name: 'singleKeys', value: context.singleKeys }),
        },
      ],
    },
  },
  states: {
    language: {
      initial: 'settled',
      on: {
        'language.chosen': [
          {
            guard: withEvent('isOther'),
            target: '.changing',
            reenter: true,
            actions: withEvent('setWanted'),
          },
          { target: '.settled' },
        ],
      },
      states: {
        settled: {},
        changing: {
          tags: 'busy',
          invoke: {
            id: 'changeLanguage',
            src: 'changeLanguage',
            input: ({ context }) => ({ language: context.wanted }),
            onDone: { target: 'settled', actions: 'setLanguage' },
            onError: { target: 'settled', actions: 'tellFailure' },
          },
        },
      },
    },
    panel: {
      initial: 'closed',
      states: {
        closed: { on: { 'panel.toggled': 'open' } },
        open: { on: { 'panel.toggled': 'closed', 'panel.closed': 'closed', 'screen.shown': 'closed' } },
      },
    },
  },
});

export type PreferencesRef = ActorRefFrom<typeof preferencesMachine>;
