import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Language, PreferencesRef, Theme } from '../../machines/shell/preferencesMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';

const languages = ['en', 'ru'] as const;

/** The props of the language and theme switches; the same object until one of them changes. */
export function usePreferenceControls(preferences: PreferencesRef) {
  const { t } = useTranslation('common');
  const wanted = useSelector(preferences, (snapshot) =>
    snapshot.hasTag('busy') ? snapshot.context.wanted : snapshot.context.language,
  );
  const theme = useSelector(preferences, ({ context }) => context.theme);
  return useMemo(
    () => ({
      language: {
        label: t('language.label'),
        options: languages.map((value) => ({ value, label: t(`language.${value}`) })),
        value: wanted,
        onChange: (language: Language) => preferences.send({ type: 'language.chosen', language }),
      },
      theme: {
        label: t('theme.label'),
        labels: { system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') },
        value: theme,
        onChange: (chosen: Theme) => preferences.send({ type: 'theme.chosen', theme: chosen }),
      },
    }),
    [preferences, t, wanted, theme],
  );
}
