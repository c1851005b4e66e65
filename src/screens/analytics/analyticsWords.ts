import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../failureText.ts';

const namespaces = ['analytics', 'transactions', ...failureNamespaces] as const;

/** The analytics' words and their language. */
export function useAnalyticsWords() {
  const { t, i18n } = useTranslation(namespaces);
  return {
    t,
    locale: i18n.language,
    amountLabels: { hidden: t('transactions:amount.hidden'), unknown: t('transactions:amount.unknown') },
  };
}
