export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const fallback: Language = 'en';

/** Where i18next keeps the language that a person chose. */
export const languageKey = 'i18nextLng';

/** Hashed addresses of `locales/<language>/<namespace>.json`, made by the build. */
const files: Readonly<Record<string, string>> = import.meta.glob('../locales/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a file of words; undefined when there is none. */
export function addressOf(language: string | undefined, namespace: string | undefined): string | undefined {
  return files[`../locales/${language}/${namespace}.json`];
}

/** Asks for words before i18next is there to do it: it will find them in the browser's cache. A wrong guess costs a request. */
export async function requestEarly(language: Language, namespaces: readonly string[]): Promise<void> {
  await Promise.all(
    namespaces.map((namespace) =>
      fetch(addressOf(language, namespace) ?? '').then((answer) => answer.text()),
    ),
  );
}

/** The language that i18next will most likely detect. */
export function likelyLanguage(chosen: string | null): Language {
  const wanted = chosen ?? navigator.language;
  return languages.find((language) => wanted.startsWith(language)) ?? fallback;
}
