import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../core/failureText.ts';

const namespaces = ['kyc', 'wallet', ...failureNamespaces] as const;

/** The verification's words, and the locale of its dates and figures. */
export function useKycWords() {
  const { t } = useTranslation(namespaces);
  const { locale } = useLocale();
  return {
    t,
    locale,
    amountLabels: { hidden: t('wallet:balances.hidden'), unknown: t('wallet:balances.unknown') },
  };
}
