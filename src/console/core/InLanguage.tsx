import { type ReactNode, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { I18nextProvider } from 'react-i18next';
import type { Languages } from '../../services/languages/languages.ts';
import { localeOf } from '../../services/languages/regions.ts';

/** Draws its children in the operator's language. */
export function InLanguage({ languages, children }: { languages: Languages; children: ReactNode }) {
  const { i18n } = languages;
  const locale = useSyncExternalStore(
    (listener) => {
      i18n.on('languageChanged', listener);
      return () => i18n.off('languageChanged', listener);
    },
    () => localeOf(languages.current()),
  );
  return (
    <I18nextProvider i18n={i18n}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </I18nextProvider>
  );
}
