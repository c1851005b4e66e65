import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { failureNamespaces } from '../core/failureText.ts';

const namespaces = ['wallet', ...failureNamespaces] as const;

/** The wallet's words, and the locale of its dates and figures. */
export function useWalletWords() {
  const { t } = useTranslation(namespaces);
  const { locale } = useLocale();
  return {
    t,
    locale,
    amountLabels: { hidden: t('wallet:balances.hidden'), unknown: t('wallet:balances.unknown') },
  };
}

/** What a change is called, up or down. */
export function useChangeLabels() {
  const { t } = useWalletWords();
  return {
    up: t('wallet:tokens.up'),
    down: t('wallet:tokens.down'),
    flat: t('wallet:tokens.flat'),
    unknown: t('wallet:tokens.noChange'),
  };
}
