import { useSelector } from '@xstate/react';
import {
  ArrowLeftRight,
  ChartColumn,
  History,
  LifeBuoy,
  Newspaper,
  Send,
  Settings,
  UserRound,
  Wallet,
} from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { AppShell } from '../../components/shell/AppShell.tsx';
import type { NavItem } from '../../components/shell/NavLinks.tsx';
import { SearchButton } from '../../components/shell/SearchButton.tsx';
import { selectSession } from '../../machines/appSelectors.ts';
import { MissingPart } from '../../screens/core/lazyPart.tsx';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import { ShownCurrency } from '../../screens/core/valueCurrency.tsx';
import { useSignedIn } from '../wiring/flows.ts';
import { isApple } from '../wiring/isApple.ts';
import type { LayoutProps, PageName } from '../wiring/pageProps.ts';
import { usePreferenceControls } from '../wiring/usePreferenceControls.ts';
import { useShownCurrency } from '../wiring/useShownCurrency.ts';
import { AccountMenu, AccountMenuPlace } from './AccountMenu.tsx';
import { InboxBell } from './InboxBell.tsx';
import { LayoutBanners, LayoutDialogs } from './layoutParts.tsx';
import { useShortcuts } from './useShortcuts.ts';

interface Place extends Pick<NavItem, 'href' | 'icon'> {
  /** The key of its name. */
  label: string;
  /** The pages on which it is the current one. */
  pages: readonly PageName[];
}

const places = [
  { href: '/wallet', label: 'navigation.wallet', icon: Wallet, pages: ['wallet'] },
  { href: '/exchange', label: 'navigation.exchange', icon: ArrowLeftRight, pages: ['exchange'] },
  { href: '/transactions', label: 'navigation.transactions', icon: Send, pages: ['transactions'] },
  { href: '/transactions/history', label: 'navigation.history', icon: History, pages: ['history'] },
] as const satisfies readonly Place[];
const more = [
  { href: '/analytics', label: 'navigation.analytics', icon: ChartColumn, pages: ['analytics'] },
  { href: '/news', label: 'navigation.news', icon: Newspaper, pages: ['news', 'article'] },
  { href: '/support', label: 'navigation.support', icon: LifeBuoy, pages: ['support'] },
] as const satisfies readonly Place[];
const profile = {
  href: '/profile',
  label: 'navigation.profile',
  icon: UserRound,
  pages: ['profile', 'kyc', 'addressBook'],
} as const satisfies Place;
const menuPlaces = [{ ...profile, label: 'account.settings', icon: Settings }, ...more] as const;
type KnownPlace = (typeof places | typeof more)[number] | typeof profile;

/** The layout of signed-in pages: header, sidebar or tabs, account menu. */
export function SignedInLayout({ app, page, children }: LayoutProps) {
  const { t } = useTranslation('common');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  const isSidebarOpen = useSelector(preferences, (snapshot) => snapshot.context.isSidebarOpen);
  const isPanelOpen = useSelector(preferences, (snapshot) => snapshot.matches({ panel: 'open' }));
  useShortcuts(app);
  const signedIn = useSignedIn(app);
  const header = useSelector(signedIn, (snapshot) => snapshot?.children.header);
  const controls = usePreferenceControls(preferences);
  const shownCurrency = useShownCurrency(signedIn);
  const itemsOf = (all: readonly KnownPlace[]): NavItem[] =>
    all.map(({ pages, label, ...place }) => ({
      ...place,
      label: t(label),
      isCurrent: (pages as readonly PageName[]).includes(page),
    }));
  // The same elements on every page, so that a navigation does not draw them again.
  const tools = useMemo(
    () => (
      <>
        <SearchButton
          label={t('search')}
          keys={isApple() ? '⌘ K' : 'Ctrl K'}
          onPress={() => signedIn?.send({ type: 'palette.requested', part: 'commands' })}
        />
        {header ? <InboxBell app={app} header={header} /> : <span className="w-touch shrink-0" />}
      </>
    ),
    [app, signedIn, header, t],
  );
  const account = useMemo(
    () =>
      header ? (
        <AccountMenu
          header={header}
          user={user}
          {...controls}
          links={menuPlaces.map(({ href, label, icon }) => ({ href, label: t(label), icon }))}
          onSignOut={() => signedIn?.send({ type: 'signOut.requested' })}
        />
      ) : (
        <AccountMenuPlace user={user} />
      ),
    [signedIn, header, user, controls, t],
  );
  const toggleSidebar = useCallback(() => preferences.send({ type: 'sidebar.toggled' }), [preferences]);
  const openPanel = useCallback(
    (isOpen: boolean) => preferences.send({ type: isOpen ? 'panel.toggled' : 'panel.closed' }),
    [preferences],
  );

  return (
    <AppShell
      labels={{
        skip: t('skip'),
        home: t('home'),
        navigation: t('navigation.label'),
        tabs: t('navigation.tabs'),
        collapse: t('navigation.collapse'),
        expand: t('navigation.expand'),
        openPanel: t('navigation.open'),
        closePanel: t('navigation.close'),
      }}
      homeHref="/wallet"
      sidebarItems={itemsOf([...places, ...more])}
      tabItems={itemsOf([...places, profile])}
      isSidebarOpen={isSidebarOpen}
      onSidebarOpenChange={toggleSidebar}
      isPanelOpen={isPanelOpen}
      onPanelOpenChange={openPanel}
      missingPanel={<MissingPart onClose={() => preferences.send({ type: 'panel.closed' })} />}
      tools={tools}
      user={account}
    >
      <LayoutBanners app={app} page={page} />
      <ShownCurrency value={shownCurrency}>{children}</ShownCurrency>
      <LayoutDialogs app={app} />
    </AppShell>
  );
}
