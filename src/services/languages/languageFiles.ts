export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const fallback: Language = 'en';

/** Where i18next keeps the language that a person chose. */
export const languageKey = 'i18nextLng';

/** Hashed addresses of `locales/<language>/<namespace>.json`, made by the build. */
const files: Readonly<Record<string, string>> = import.meta.glob('../../locales/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a file of words; undefined when there is none. */
export function addressOf(language: string | undefined, namespace: string | undefined): string | undefined {
  return files[`../../locales/${language}/${namespace}.json`];
}

/** Asks for words before i18next is there to do it: it will find them in the browser's cache. A wrong guess costs a request. */
export async function requestEarly(language: Language, namespaces: readonly string[]): Promise<void> {
  await Promise.all(
    namespaces.map((namespace) =>
      fetch(addressOf(language, namespace) ?? '').then((answer) => answer.text()),
    ),
  );
}

/** Spec section 1: what a person chose before, then what the browser speaks, then the page's own tag; English for all others. */
export function detectLanguage(chosen: string | null): Language {
  const codes = [chosen ?? '', ...navigator.languages, document.documentElement.lang];
  const found = codes.map((code) => languages.find((language) => language === code.split(/[-_]/)[0]));
  return found.find((language) => language !== undefined) ?? fallback;
}
