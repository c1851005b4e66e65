import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { SignedOutShell } from '../../components/SignedOutShell.tsx';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import type { FrameProps } from '../pageProps.ts';
import { usePreferenceControls } from '../usePreferenceControls.ts';

/** Around the pages of visitors: wordmark, language, theme. */
export function VisitorFrame({ app, children }: FrameProps) {
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
