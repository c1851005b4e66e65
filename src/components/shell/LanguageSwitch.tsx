import { Segmented } from '../base/Segmented.tsx';

interface LanguageOption<Language extends string> {
  value: Language;
  /** The language's name in itself: English, Русский. */
  label: string;
}

export interface LanguageSwitchProps<Language extends string> {
  label: string;
  options: readonly LanguageOption<Language>[];
  value: Language;
  onChange: (language: Language) => void;
}

export function LanguageSwitch<Language extends string>({
  label,
  options,
  value,
  onChange,
}: LanguageSwitchProps<Language>) {
  return (
    <Segmented
      legend={label}
      options={options.map((option) => ({ ...option, lang: option.value }))}
      value={value}
      onChange={onChange}
    />
  );
}
