import { LanguageSwitch, type LanguageSwitchProps } from '../../components/shell/LanguageSwitch.tsx';
import { ThemeSwitch, type ThemeSwitchProps } from '../../components/shell/ThemeSwitch.tsx';
import type { CurrencyRef } from '../../machines/shell/currencyMachine.ts';
import type { Language } from '../../machines/shell/preferencesMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { CurrencyChoice } from './CurrencyChoice.tsx';
import { SectionCard } from './SectionCard.tsx';

export interface AppearanceProps {
  language: LanguageSwitchProps<Language>;
  theme: ThemeSwitchProps;
  currency: CurrencyRef;
}

/** Language and theme, as in the account menu, and the currency of values. */
export function AppearanceSection({ language, theme, currency }: AppearanceProps) {
  const { t } = useTexts('profile');
  return (
    <SectionCard name="appearance" title={t('profile:appearance.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{language.label}</p>
        <LanguageSwitch {...language} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{theme.label}</p>
        <ThemeSwitch {...theme} />
      </div>
      <CurrencyChoice currency={currency} />
    </SectionCard>
  );
}
