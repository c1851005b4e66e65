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

/** After this, a file counts as lost, in milliseconds. */
const fileTimeout = 10_000;

/** A file as it arrived; null when it did not, or broke off. */
export type TextFile = Pick<Response, 'ok' | 'status'> & { readonly text: string };

/** The files that were requested early and not yet read, by address. */
const early = new Map<string, Promise<TextFile | null>>();

/** Requests texts before i18next has loaded. A wrong guess costs one request. */
export async function requestEarly(language: Language, namespaces: readonly string[]): Promise<void> {
  const addresses = namespaces.map((namespace) => addressOf(language, namespace) ?? '');
  for (const address of addresses) early.set(address, request(address));
  await Promise.all(addresses.map((address) => early.get(address)));
}

/** The file at this address, requested now unless it was requested early. */
export function fetchFile(address: string): Promise<TextFile | null> {
  const file = early.get(address) ?? request(address);
  // A failed file is requested again.
  early.delete(address);
  return file;
}

async function request(address: string): Promise<TextFile | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(fileTimeout) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

/** Spec section 1: the language chosen before, then the browser's, then the page's own tag; otherwise English. */
export function detectLanguage(chosen: string | null): Language {
  const codes = [chosen ?? '', ...navigator.languages, document.documentElement.lang];
  const found = codes.map((code) => languages.find((language) => language === code.split(/[-_]/)[0]));
  return found.find((language) => language !== undefined) ?? fallback;
}
