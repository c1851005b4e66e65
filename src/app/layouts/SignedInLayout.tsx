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
import { Suspense } from 'react';
import { AppShell } from '../../components/shell/AppShell.tsx';
import type { NavItem } from '../../components/shell/NavLinks.tsx';
import { SearchButton } from '../../components/shell/SearchButton.tsx';
import { selectSession } from '../../machines/appSelectors.ts';
import { MissingPart } from '../../screens/core/lazyPart.tsx';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import { ShownCurrency } from '../../screens/core/valueCurrency.tsx';
import { useFlow, useSignedIn } from '../wiring/flows.ts';
import { isApple } from '../wiring/isApple.ts';
import { lazyOr, Nothing } from '../wiring/lazyOr.ts';
import type { LayoutProps } from '../wiring/pageProps.ts';
import { usePreferenceControls } from '../wiring/usePreferenceControls.ts';
import { useShownCurrency } from '../wiring/useShownCurrency.ts';
import { AccountMenu, AccountMenuPlace } from './AccountMenu.tsx';
import { InboxBell } from './InboxBell.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { useShortcuts } from './useShortcuts.ts';

const IdleDialog = lazyOr(Nothing, async () => (await import('./IdleDialog.tsx')).IdleDialog);
const LeaveDialog = lazyOr(Nothing, async () => (await import('./LeaveDialog.tsx')).LeaveDialog);
const QuickActions = lazyOr(Nothing, async () => (await import('./QuickActions.tsx')).QuickActions);
const UpdateBanner = lazyOr(Nothing, async () => (await import('./UpdateBanner.tsx')).UpdateBanner);

/** The layout of signed-in pages: header, sidebar or tabs, account menu. */
export function SignedInLayout({ app, page, children }: LayoutProps) {
  const { t } = useTranslation('common');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  const isSidebarOpen = useSelector(preferences, (snapshot) => snapshot.context.isSidebarOpen);
  const isPanelOpen = useSelector(preferences, (snapshot) => snapshot.matches({ panel: 'open' }));
  useShortcuts(app);
  const signedIn = useSignedIn(app);
  const isLeaving = useSelector(signedIn, (snapshot) => snapshot?.hasTag('confirmingSignOut') ?? false);
  const lifetime = useFlow(app, 'session', 'lifetime');
  const isAsked = useSelector(lifetime ?? undefined, (snapshot) => snapshot?.hasTag('asking') ?? false);
  const standing = useSelector(signedIn, (snapshot) => snapshot?.context.signedIn.standing);
  const isOffline = useSelector(standing, (snapshot) => snapshot?.context.isOffline ?? false);
  const header = useSelector(signedIn, (snapshot) => snapshot?.children.header);
  const update = useFlow(app, 'session', 'update');
  const isUpdateOffered = useSelector(
    update ?? undefined,
    (snapshot) => snapshot?.hasTag('offered') ?? false,
  );
  const palette = useFlow(app, 'palette', 'palette');
  const tokens = useFlow(app, 'palette', 'paletteTokens');
  const isPaletteOpen = useSelector(
    palette ?? undefined,
    (snapshot) => !(snapshot?.matches('closed') ?? true),
  );
  const controls = usePreferenceControls(preferences);
  const shownCurrency = useShownCurrency(signedIn);
  const places: NavItem[] = [
    { href: '/wallet', label: t('navigation.wallet'), icon: Wallet, isCurrent: page === 'wallet' },
    {
      href: '/exchange',
      label: t('navigation.exchange'),
      icon: ArrowLeftRight,
      isCurrent: page === 'exchange',
    },
    {
      href: '/transactions',
      label: t('navigation.transactions'),
      icon: Send,
      isCurrent: page === 'transactions',
    },
    {
      href: '/transactions/history',
      label: t('navigation.history'),
      icon: History,
      isCurrent: page === 'history',
    },
  ];
  const more: NavItem[] = [
    {
      href: '/analytics',
      label: t('navigation.analytics'),
      icon: ChartColumn,
      isCurrent: page === 'analytics',
    },
    {
      href: '/news',
      label: t('navigation.news'),
      icon: Newspaper,
      isCurrent: page === 'news' || page === 'article',
    },
    { href: '/support', label: t('navigation.support'), icon: LifeBuoy, isCurrent: page === 'support' },
  ];

  const profile: NavItem = {
    href: '/profile',
    label: t('navigation.profile'),
    icon: UserRound,
    isCurrent: page === 'profile' || page === 'kyc' || page === 'addressBook',
  };

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
      sidebarItems={[...places, ...more]}
      tabItems={[...places, profile]}
      isSidebarOpen={isSidebarOpen}
      onSidebarOpenChange={() => preferences.send({ type: 'sidebar.toggled' })}
      isPanelOpen={isPanelOpen}
      onPanelOpenChange={(isOpen) => preferences.send({ type: isOpen ? 'panel.toggled' : 'panel.closed' })}
      missingPanel={<MissingPart onClose={() => preferences.send({ type: 'panel.closed' })} />}
      tools={
        <>
          <SearchButton
            label={t('search')}
            keys={isApple() ? '⌘ K' : 'Ctrl K'}
            onPress={() => signedIn?.send({ type: 'palette.requested', part: 'commands' })}
          />
          {header ? <InboxBell app={app} header={header} /> : <span className="w-touch shrink-0" />}
        </>
      }
      user={
        header ? (
          <AccountMenu
            header={header}
            user={user}
            {...controls}
            links={[{ ...profile, label: t('account.settings'), icon: Settings }, ...more]}
            onSignOut={() => signedIn?.send({ type: 'signOut.requested' })}
          />
        ) : (
          <AccountMenuPlace user={user} />
        )
      }
    >
      <Suspense>
        {isOffline && <OfflineBanner app={app} page={page} />}
        {isUpdateOffered && signedIn && update && <UpdateBanner signedIn={signedIn} update={update} />}
      </Suspense>
      <ShownCurrency value={shownCurrency}>{children}</ShownCurrency>
      <Suspense>
        {isPaletteOpen && palette && tokens && <QuickActions app={app} palette={palette} tokens={tokens} />}
      </Suspense>
      <Suspense>{isLeaving && signedIn && <LeaveDialog signedIn={signedIn} />}</Suspense>
      <Suspense>{isAsked && lifetime && <IdleDialog actor={lifetime} />}</Suspense>
    </AppShell>
  );
}
