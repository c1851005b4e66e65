import { useSelector } from '@xstate/react';
import { LanguageSwitch } from '../../components/shell/LanguageSwitch.tsx';
import { SignedOutShell } from '../../components/shell/SignedOutShell.tsx';
import { ThemeSwitch } from '../../components/shell/ThemeSwitch.tsx';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import type { LayoutProps } from '../wiring/pageProps.ts';
import { usePreferenceControls } from '../wiring/usePreferenceControls.ts';

/** The layout of signed-out pages: wordmark, language, theme. */
export function SignedOutLayout({ app, children }: LayoutProps) {
  const { t } = useTranslation(['common']);
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const { language, theme } = usePreferenceControls(preferences);
  return (
    <SignedOutShell
      skipLabel={t('skip')}
      homeHref="/"
      homeLabel={t('home')}
      controls={
        <>
          <LanguageSwitch {...language} />
          <ThemeSwitch {...theme} />
        </>
      }
      headline={t('promise.headline')}
      tagline={t('promise.tagline')}
    >
      {children}
    </SignedOutShell>
  );
}
