import type { Language } from './languageFiles.ts';

/**
 * The app's language in the reader's own region, a BCP 47 tag: `en-GB` writes the day first, `en-US` the month.
 * Without a region where the browser names none for this language.
 */
export function localeOf(language: Language): string {
  for (const tag of navigator.languages) {
    const locale = parsed(tag);
    if (locale?.language === language && locale.region) return `${language}-${locale.region}`;
  }
  return language;
}

function parsed(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
