import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../failureText.ts';

const namespaces = ['exchange', 'transactions', ...failureNamespaces] as const;

/** The exchange's words and its language. */
export function useExchangeWords() {
  const { t, i18n } = useTranslation(namespaces);
  return {
    t,
    locale: i18n.language,
    amountLabels: { hidden: t('transactions:amount.hidden'), unknown: t('transactions:amount.unknown') },
  };
}
