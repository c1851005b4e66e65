import type { FlatNamespace } from 'i18next';
import { useLocale } from 'react-aria-components/I18nProvider';
import { failureNamespaces } from './failureText.ts';
import { useTranslation } from './useTranslation.ts';

type WithFailures<Names extends readonly FlatNamespace[]> = readonly [...Names, ...typeof failureNamespaces];

/** A screen's texts by their full keys (`wallet:title`), the locale of dates and figures, and how unknown amounts are named. */
export function useTexts<const Names extends readonly FlatNamespace[]>(...names: Names) {
  const { t, i18n } = useTranslation<WithFailures<Names>>([...names, ...failureNamespaces]);
  const { locale } = useLocale();
  return {
    t,
    locale,
    language: i18n.language,
    amountLabels: { hidden: i18n.t('common:amount.hidden'), unknown: i18n.t('common:amount.unknown') },
  };
}
