import { LanguageSwitch, type LanguageSwitchProps } from '../../components/shell/LanguageSwitch.tsx';
import { ThemeSwitch, type ThemeSwitchProps } from '../../components/shell/ThemeSwitch.tsx';
import type { Language } from '../../machines/shell/preferencesMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { SectionCard } from './SectionCard.tsx';

export interface AppearanceProps {
  language: LanguageSwitchProps<Language>;
  theme: ThemeSwitchProps;
}

/** How the app looks and speaks: the same switches as in the account menu. */
export function AppearanceSection({ language, theme }: AppearanceProps) {
  const { t } = useTexts('profile');
  return (
    <SectionCard title={t('profile:appearance.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{language.label}</p>
        <LanguageSwitch {...language} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{theme.label}</p>
        <ThemeSwitch {...theme} />
      </div>
    </SectionCard>
  );
}
