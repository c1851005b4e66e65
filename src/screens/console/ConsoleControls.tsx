import { useSelector } from '@xstate/react';
import { LanguageSwitch } from '../../components/shell/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../components/shell/ThemeSwitch.tsx';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { useTexts } from '../core/useTexts.ts';

const languages = ['en', 'ru'] as const;

/** The switches of language and theme. */
export function ConsoleControls({ preferences }: { preferences: PreferencesRef }) {
  const { t } = useTexts('console');
  const language = useSelector(preferences, (snapshot) =>
    snapshot.hasTag('busy') ? snapshot.context.wanted : snapshot.context.language,
  );
  const theme = useSelector(preferences, ({ context }) => context.theme);
  return (
    <>
      <LanguageSwitch
        label={t('common:language.label')}
        options={languages.map((value) => ({ value, label: t(`common:language.${value}`) }))}
        value={language}
        onChange={(chosen) => preferences.send({ type: 'language.chosen', language: chosen })}
      />
      <ThemeSwitch
        label={t('common:theme.label')}
        labels={{
          system: t('common:theme.system'),
          light: t('common:theme.light'),
          dark: t('common:theme.dark'),
        }}
        value={theme}
        onChange={(chosen) => preferences.send({ type: 'theme.chosen', theme: chosen })}
      />
    </>
  );
}
