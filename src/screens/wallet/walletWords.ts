import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../failureText.ts';

const namespaces = ['wallet', ...failureNamespaces] as const;

/** The wallet's words and its language. */
export function useWalletWords() {
  const { t, i18n } = useTranslation(namespaces);
  return {
    t,
    locale: i18n.language,
    amountLabels: { hidden: t('wallet:balances.hidden'), unknown: t('wallet:balances.unknown') },
  };
}
