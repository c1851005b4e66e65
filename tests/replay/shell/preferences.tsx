import { useSelector } from '@xstate/react';
import { createActor } from 'xstate';
import { usePreferenceControls } from '../../../src/app/wiring/usePreferenceControls.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { AppShell } from '../../../src/components/shell/AppShell.tsx';
import { LanguageSwitch } from '../../../src/components/shell/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../../src/components/shell/ThemeSwitch.tsx';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { type PreferencesRef, preferencesMachine } from '../../../src/machines/shell/preferencesMachine.ts';
import { walletMachine } from '../../../src/machines/wallet/walletArea.ts';
import { ShortcutsDialog } from '../../../src/screens/palette/ShortcutsDialog.tsx';
import HideSmall from '../../../src/screens/wallet/HideSmall.tsx';
import { WalletHeader } from '../../../src/screens/wallet/WalletHeader.tsx';
import { plainPreferences } from '../../support/preferences.ts';
import { press, tick } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const wallet = standingResource(walletMachine);
const nothing = () => {};

function Choices({ preferences }: { preferences: PreferencesRef }) {
  const { language, theme } = usePreferenceControls(preferences);
  return (
    <main>
      <WalletHeader wallet={wallet} rates={null} preferences={preferences} onRefresh={nothing} />
      <HideSmall preferences={preferences} currency="USDT" count={0} />
      <LanguageSwitch {...language} />
      <ThemeSwitch {...theme} />
    </main>
  );
}

const labels = {
  ...{ skip: 'Skip', home: 'Home', navigation: 'Pages', tabs: 'Tabs', collapse: 'Collapse' },
  ...{ expand: 'Expand', openPanel: 'Open pages', closePanel: 'Close pages' },
};

function Shell({ preferences }: { preferences: PreferencesRef }) {
  const isSidebarOpen = useSelector(preferences, ({ context }) => context.isSidebarOpen);
  const isPanelOpen = useSelector(preferences, (state) => state.matches({ panel: 'open' }));
  return (
    <AppShell
      labels={labels}
      homeHref="/wallet"
      sidebarItems={[]}
      tabItems={[]}
      isSidebarOpen={isSidebarOpen}
      onSidebarOpenChange={() => preferences.send({ type: 'sidebar.toggled' })}
      isPanelOpen={isPanelOpen}
      onPanelOpenChange={(isOpen) => preferences.send({ type: isOpen ? 'panel.toggled' : 'panel.closed' })}
      missingPanel={null}
      user={null}
    >
      <PageTitle>Wallet</PageTitle>
    </AppShell>
  );
}

const choose = (type: string, name: string, value: string, label: string): PersonStep => ({
  events: [{ type: `${type}.chosen`, [type]: value }],
  by: tick(label),
  offered: (actor) => {
    const { context } = actor.getSnapshot();
    const isBusy = name === 'wanted' && actor.getSnapshot().hasTag('busy');
    return (isBusy ? context.wanted : context[type]) !== value;
  },
});

export const map = screenMap({
  machine: preferencesMachine.provide({ actions: { keepPreference: nothing } }),
  isWhole: true,
  input: () => ({ preferences: plainPreferences, toasts }),
  screen: (actor) => <Choices preferences={actor} />,
  person: [
    choose('theme', 'theme', 'system', 'System'),
    choose('theme', 'theme', 'dark', 'Dark'),
    choose('language', 'wanted', 'en', 'English'),
    choose('language', 'wanted', 'ru', 'Русский'),
    { events: [{ type: 'balances.toggled' }], by: press(/^(?:Hide|Show) balances$/) },
    { events: [{ type: 'small.toggled' }], by: tick(/^Hide /) },
  ],
  answers: { changeLanguage: { done: [undefined], error: [new Error('no line')] } },
  distinguish: (actor) => {
    const { theme, language, wanted } = actor.getSnapshot().context;
    return [theme, language, wanted];
  },
  // The wallet's. A choice that is made already can be pressed, and changes nothing.
  views: ['Refresh', 'System', 'Light', 'Dark', 'English', 'Русский'],
  scenes: [
    {
      screen: (actor) => <ShortcutsDialog preferences={actor} isApple={false} onClose={nothing} />,
      person: [{ events: [{ type: 'singleKeys.toggled' }], by: tick(/^Use single/) }],
      views: [/^(?:Close|Dismiss)$/],
    },
    {
      screen: (actor) => <Shell preferences={actor} />,
      person: [
        {
          events: [{ type: 'sidebar.toggled' }],
          by: press(/^(?:Collapse|Expand)$/),
          offered: (actor) => !actor.getSnapshot().matches({ panel: 'open' }),
        },
        {
          events: [{ type: 'panel.toggled' }],
          by: press('Open pages'),
          offered: (actor) => !actor.getSnapshot().matches({ panel: 'open' }),
        },
        { events: [{ type: 'panel.closed' }], by: press(/^(?:Close pages|Dismiss)$/) },
      ],
      outside: [
        { event: { type: 'panel.toggled' }, isNavigation: true },
        { event: { type: 'screen.shown' }, isNavigation: true },
      ],
    },
  ],
});
