import { useSelector } from '@xstate/react';
import { ArrowLeftRight, History, LifeBuoy, Newspaper, Send, Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AppShell } from '../../components/AppShell.tsx';
import type { NavItem } from '../../components/NavLinks.tsx';
import { selectSession } from '../../machines/appMachine.ts';
import type { FrameProps } from '../pageProps.ts';
import { usePreferenceControls } from '../usePreferenceControls.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { InboxBell } from './InboxBell.tsx';

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((m) => ({ default: m.LeaveDialog })));

/** Around the pages of account holders: header, sidebar or tabs, account menu. */
export function HolderFrame({ app, page, children }: FrameProps) {
  const { t } = useTranslation('common');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  const isSidebarOpen = useSelector(preferences, (snapshot) => snapshot.context.isSidebarOpen);
  const isPanelOpen = useSelector(preferences, (snapshot) => snapshot.matches({ panel: 'open' }));
  const isLeaving = useSelector(app, (snapshot) => snapshot.hasTag('confirmingSignOut'));
  const controls = usePreferenceControls(preferences);
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
      href: '/news',
      label: t('navigation.news'),
      icon: Newspaper,
      isCurrent: page === 'news' || page === 'article',
    },
    { href: '/support', label: t('navigation.support'), icon: LifeBuoy, isCurrent: page === 'support' },
  ];

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
      tabItems={places}
      isSidebarOpen={isSidebarOpen}
      onSidebarOpenChange={() => preferences.send({ type: 'sidebar.toggled' })}
      isPanelOpen={isPanelOpen}
      onPanelOpenChange={(isOpen) => preferences.send({ type: isOpen ? 'panel.toggled' : 'panel.closed' })}
      tools={<InboxBell app={app} />}
      user={
        <AccountMenu
          user={user}
          {...controls}
          links={more}
          onSignOut={() => app.send({ type: 'signOut.requested' })}
        />
      }
    >
      {children}
      <Suspense>{isLeaving && <LeaveDialog app={app} />}</Suspense>
    </AppShell>
  );
}
