import { useSelector } from '@xstate/react';
import {
  ArrowLeftRight,
  BookUser,
  ChartColumn,
  Eye,
  EyeOff,
  FileText,
  History,
  IdCard,
  Keyboard,
  Languages,
  LifeBuoy,
  LogOut,
  Newspaper,
  PanelLeft,
  Plus,
  Send,
  SunMoon,
  UserRound,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import type { Icon } from '../../components/base/icon.ts';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import type { PaletteTokensRef } from '../../machines/shell/paletteArea.ts';
import type { PaletteRef } from '../../machines/shell/paletteMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import PaletteScreen from '../../screens/palette/PaletteScreen.tsx';
import { pages } from '../routing/pages.ts';
import { useFlow, useSignedIn } from '../wiring/flows.ts';
import { isApple } from '../wiring/isApple.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { usePreferenceControls } from '../wiring/usePreferenceControls.ts';

interface Props {
  app: AppRef;
  palette: PaletteRef;
  tokens: PaletteTokensRef;
}

const icons: Partial<Readonly<Record<PageName, Icon>>> = {
  wallet: Wallet,
  exchange: ArrowLeftRight,
  transactions: Send,
  history: History,
  addToken: Plus,
  analytics: ChartColumn,
  news: Newspaper,
  support: LifeBuoy,
  profile: UserRound,
  addressBook: BookUser,
  kyc: IdCard,
};

/** The commands of the palette: every screen with an address, and every action available anywhere. */
export function QuickActions({ app, palette, tokens }: Props) {
  const { t, ready } = useTranslation(['common', 'meta', 'palette', 'transactions']);
  const signedIn = useSignedIn(app);
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, ({ context }) => context.hideBalances);
  const { language, theme } = usePreferenceControls(preferences);
  // Below this width the sidebar has one form only.
  const isSidebarIcons = useIsNarrow(1024);
  const [copied, setCopied] = useState<{ address: string; isDone: boolean } | null>(null);
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied({ address, isDone: true });
    } catch {
      setCopied({ address, isDone: false });
    }
  };
  const found = useFlow(app, 'palette', 'paletteFound');
  const recent = useFlow(app, 'palette', 'paletteRecent');
  const book = useFlow(app, 'palette', 'paletteBook');
  const tickets = useFlow(app, 'palette', 'paletteTickets');
  const addresses = useFlow(app, 'palette', 'paletteAddresses');
  if (!(ready && found && recent && book && tickets && addresses)) return null;

  const places = Object.entries(pages).flatMap(([name, { pattern, access }]) =>
    // Unfreezing is reached from the frozen wallet instead.
    pattern !== null && access === 'signedIn' && !pattern.includes(':') && name !== 'unfreeze'
      ? [
          {
            id: name,
            label: t(`meta:${name as PageName}.title`),
            icon: icons[name as PageName] ?? FileText,
            href: pattern,
            keywords: `${name} ${pattern}`,
          },
        ]
      : [],
  );
  const actions = [
    {
      id: 'balances',
      icon: isHidden ? Eye : EyeOff,
      label: t(isHidden ? 'palette:showBalances' : 'palette:hideBalances'),
      run: () => preferences.send({ type: 'balances.toggled' }),
    },
    ...(isSidebarIcons
      ? []
      : [
          {
            id: 'sidebar',
            icon: PanelLeft,
            label: t('palette:shortcuts.sidebar'),
            run: () => preferences.send({ type: 'sidebar.toggled' }),
          },
        ]),
    ...language.options
      .filter(({ value }) => value !== language.value)
      .map(({ value, label }) => ({
        id: `language ${value}`,
        icon: Languages,
        label: `${language.label}: ${label}`,
        keywords: `language язык ${value}`,
        run: () => language.onChange(value),
      })),
    ...(['system', 'light', 'dark'] as const)
      .filter((value) => value !== theme.value)
      .map((value) => ({
        id: `theme ${value}`,
        icon: SunMoon,
        label: `${theme.label}: ${theme.labels[value]}`,
        keywords: `theme тема ${value}`,
        run: () => theme.onChange(value),
      })),
    {
      id: 'shortcuts',
      icon: Keyboard,
      label: t('palette:shortcuts.title'),
      run: () => palette.send({ type: 'part.asked', part: 'shortcuts' }),
    },
    {
      id: 'logOut',
      icon: LogOut,
      label: t('common:account.logOut'),
      keywords: 'sign out',
      run: () => signedIn?.send({ type: 'signOut.requested' }),
    },
  ];

  return (
    <PaletteScreen
      palette={palette}
      tokens={tokens}
      lists={{ found, recent, book, tickets, addresses }}
      preferences={preferences}
      places={places}
      actions={actions}
      copied={copied}
      onCopy={(address) => (address === null ? setCopied(null) : void copy(address))}
      isApple={isApple()}
    />
  );
}
