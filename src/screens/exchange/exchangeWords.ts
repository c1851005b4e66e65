import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../core/failureText.ts';

const namespaces = ['exchange', 'transactions', ...failureNamespaces] as const;

/** The exchange's words, and the locale of its dates and figures. */
export function useExchangeWords() {
  const { t } = useTranslation(namespaces);
  const { locale } = useLocale();
  return {
    t,
    locale,
    amountLabels: { hidden: t('transactions:amount.hidden'), unknown: t('transactions:amount.unknown') },
  };
}
