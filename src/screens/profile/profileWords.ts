import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../core/failureText.ts';

const namespaces = ['profile', ...failureNamespaces] as const;

/** The profile's words, and the locale of its dates. */
export function useProfileWords() {
  const { t } = useTranslation(namespaces);
  const { locale } = useLocale();
  return { t, locale };
}
