import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../core/failureText.ts';

const namespaces = ['transactions', ...failureNamespaces] as const;

/** The words of every flow of money, and the locale of dates and figures. */
export function useMoneyWords() {
  const { t } = useTranslation(namespaces);
  const { locale } = useLocale();
  return {
    t,
    locale,
    amountLabels: { hidden: t('transactions:amount.hidden'), unknown: t('transactions:amount.unknown') },
  };
}
