import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../failureText.ts';

const namespaces = ['transactions', ...failureNamespaces] as const;

/** The words of every flow of money, and their language. */
export function useMoneyWords() {
  const { t, i18n } = useTranslation(namespaces);
  return {
    t,
    locale: i18n.language,
    amountLabels: { hidden: t('transactions:amount.hidden'), unknown: t('transactions:amount.unknown') },
  };
}
