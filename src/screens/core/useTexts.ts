import type { FlatNamespace } from 'i18next';
import { useLocale } from 'react-aria-components/I18nProvider';
import { failureNamespaces } from './failureText.ts';
import { useTranslation } from './useTranslation.ts';

type WithFailures<Names extends readonly FlatNamespace[]> = readonly [...Names, ...typeof failureNamespaces];

/** By `t`, which is another one whenever the texts are (decision 235). Each line of a list draws several components that ask for them. */
const known = new WeakMap<object, { hidden: string; unknown: string }>();

/** A screen's texts by their full keys (`wallet:title`), the locale of dates and figures, and how unknown amounts are named. */
export function useTexts<const Names extends readonly FlatNamespace[]>(...names: Names) {
  const { t, i18n } = useTranslation<WithFailures<Names>>([...names, ...failureNamespaces]);
  const { locale } = useLocale();
  const amountLabels = known.get(t) ?? {
    hidden: i18n.t('common:amount.hidden'),
    unknown: i18n.t('common:amount.unknown'),
  };
  known.set(t, amountLabels);
  return { t, locale, language: i18n.language, amountLabels };
}
