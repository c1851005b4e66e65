export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const fallback: Language = 'en';

/** The storage key under which i18next keeps the chosen language. */
export const languageKey = 'i18nextLng';

/** Hashed addresses of `locales/<language>/<namespace>.json`, made by the build. */
const files: Readonly<Record<string, string>> = import.meta.glob('../../locales/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a file of texts; undefined when there is none. */
export function addressOf(language: string | undefined, namespace: string | undefined): string | undefined {
  return files[`../../locales/${language}/${namespace}.json`];
}

/** Requests texts before i18next has loaded, which then finds them in the browser's cache. A wrong guess costs one request. */
export async function requestEarly(language: Language, namespaces: readonly string[]): Promise<void> {
  await Promise.all(
    namespaces.map((namespace) =>
      fetch(addressOf(language, namespace) ?? '').then((answer) => answer.text()),
    ),
  );
}

/** Spec section 1: the language chosen before, then the browser's, then the page's own tag; otherwise English. */
export function detectLanguage(chosen: string | null): Language {
  const codes = [chosen ?? '', ...navigator.languages, document.documentElement.lang];
  const found = codes.map((code) => languages.find((language) => language === code.split(/[-_]/)[0]));
  return found.find((language) => language !== undefined) ?? fallback;
}
