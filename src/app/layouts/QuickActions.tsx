import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { AppRef } from '../../machines/appMachine.ts';
import type { PaletteTokensRef } from '../../machines/shell/paletteArea.ts';
import type { PaletteRef } from '../../machines/shell/paletteMachine.ts';
import PaletteScreen from '../../screens/palette/PaletteScreen.tsx';
import { pages } from '../routing/pages.ts';
import { useSignedIn } from '../wiring/flows.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { usePreferenceControls } from '../wiring/usePreferenceControls.ts';

interface Props {
  app: AppRef;
  palette: PaletteRef;
  tokens: PaletteTokensRef;
}

/** Every screen that has an address of its own, and everything that can be done from anywhere. */
export function QuickActions({ app, palette, tokens }: Props) {
  const { t } = useTranslation(['common', 'meta']);
  const signedIn = useSignedIn(app);
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, ({ context }) => context.hideBalances);
  const { language, theme } = usePreferenceControls(preferences);

  const places = Object.entries(pages).flatMap(([name, { pattern, access }]) =>
    pattern !== null && access === 'signedIn' && !pattern.includes(':')
      ? [
          {
            id: name,
            label: t(`meta:${name as PageName}.title`),
            href: pattern,
            keywords: `${name} ${pattern}`,
          },
        ]
      : [],
  );
  const actions = [
    {
      id: 'balances',
      label: t(isHidden ? 'common:palette.showBalances' : 'common:palette.hideBalances'),
      run: () => preferences.send({ type: 'balances.toggled' }),
    },
    {
      id: 'sidebar',
      label: t('common:shortcuts.sidebar'),
      run: () => preferences.send({ type: 'sidebar.toggled' }),
    },
    ...language.options
      .filter(({ value }) => value !== language.value)
      .map(({ value, label }) => ({
        id: `language ${value}`,
        label: `${language.label}: ${label}`,
        keywords: `language язык ${value}`,
        run: () => language.onChange(value),
      })),
    ...(['system', 'light', 'dark'] as const)
      .filter((value) => value !== theme.value)
      .map((value) => ({
        id: `theme ${value}`,
        label: `${theme.label}: ${theme.labels[value]}`,
        keywords: `theme ${value}`,
        run: () => theme.onChange(value),
      })),
    {
      id: 'shortcuts',
      label: t('common:shortcuts.title'),
      run: () => palette.send({ type: 'part.asked', part: 'shortcuts' }),
    },
    {
      id: 'logOut',
      label: t('common:account.logOut'),
      keywords: 'sign out',
      run: () => signedIn?.send({ type: 'signOut.requested' }),
    },
  ];

  return (
    <PaletteScreen
      palette={palette}
      tokens={tokens}
      preferences={preferences}
      places={places}
      actions={actions}
      isApple={/mac|iphone|ipad/i.test(navigator.userAgent)}
    />
  );
}
