import { createInstance, type i18n } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { CallError } from '../../contract/failure.ts';
import {
  addressOf,
  detectLanguage,
  fallback,
  type Language,
  languageKey,
  languages,
} from './languageFiles.ts';
import { logFault } from './log.ts';
import { createLocalStore } from './storage.ts';

/** How long a person waits for words of their own language before English ones, when those are there, stand in. */
const patience = 2_000;
/** After this a file on its way counts as lost, and is asked for again. */
const fileTimeout = 10_000;

export interface Languages {
  readonly i18n: i18n;
  current(): Language;
  /**
   * Resolves when every namespace can be drawn in the current language, or in English for now: then the current one
   * replaces it as it arrives. Rejects with NETWORK when no words can be had, so that nothing is ever drawn in keys.
   */
  load(namespaces: readonly string[]): Promise<void>;
  /** Switches once the other language's words are here; rejects with NETWORK and keeps the old one otherwise. */
  change(language: Language): Promise<void>;
}

export function createLanguages(): Languages {
  const i18n = createInstance().use(HttpBackend).use(detector());
  void i18n.init({
    // Nothing is loaded here: each page names its words, and `init` need not wait for any.
    initAsync: false,
    ns: [],
    defaultNS: 'common',
    fallbackLng: fallback,
    supportedLngs: [...languages],
    load: 'languageOnly',
    maxParallelReads: 10,
    maxRetries: 5,
    retryTimeout: 350,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
    backend: {
      loadPath: ([language]: readonly string[], [namespace]: readonly string[]) =>
        addressOf(language, namespace) ?? '',
      request: requestFile,
    },
    parseMissingKeyHandler: (key: string, defaultValue?: string) => {
      logFault('no words for', key);
      return defaultValue ?? '…';
    },
  });

  i18n.on('languageChanged', () => labelDocument(i18n));
  i18n.store.on('added', () => labelDocument(i18n));
  labelDocument(i18n);

  const current = () => languageOf(i18n.language);

  /** Whether all of them are here in the end; what failed before is tried anew. */
  async function fetchWords(language: Language, namespaces: readonly string[]): Promise<boolean> {
    const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
    if (missing.length > 0) await i18n.reloadResources([language], missing);
    return namespaces.every((namespace) => i18n.hasResourceBundle(language, namespace));
  }

  return {
    i18n,
    current,
    async load(namespaces) {
      const language = current();
      void i18n.loadNamespaces(namespaces);
      const own = fetchWords(language, namespaces);
      const english = fetchWords(fallback, namespaces);
      const isOwnInTime = await Promise.race([own, after(patience)]);
      if (isOwnInTime || (await english) || (await own)) return;
      throw unreachable();
    },
    async change(language) {
      const namespaces = (i18n.options.ns ?? []) as readonly string[];
      if (!(await fetchWords(language, namespaces))) throw unreachable();
      await i18n.changeLanguage(language);
    },
  };
}

/** The spec's order of detection, by the same rule with which the entry has asked for the words already. */
function detector() {
  const store = createLocalStore();
  return {
    type: 'languageDetector',
    detect: () => detectLanguage(store.read(languageKey)),
    cacheUserLanguage: (code: string) => store.write(languageKey, code),
  } as const;
}

function languageOf(code: string): Language {
  return languages.find((language) => language === code) ?? fallback;
}

/** The document says the language that it is read in: English while another one's words are still missing. */
function labelDocument(i18n: i18n): void {
  const isThere = i18n.hasResourceBundle(i18n.language, 'common');
  const isFallingBack = !isThere && i18n.hasResourceBundle(fallback, 'common');
  const language = isFallingBack ? fallback : languageOf(i18n.language);
  document.documentElement.lang = language;
  document.documentElement.dir = i18n.dir(language);
}

function after(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}

function unreachable(): CallError {
  return new CallError({ code: 'NETWORK', fields: {}, retryAfter: null, requestId: null });
}

/**
 * The backend asks for a retry only at a 5xx, or at an error whose English message it knows. Status 0, an answer that
 * never came or broke off, is its sign for a retry in every browser.
 */
function requestFile(
  _options: unknown,
  url: string,
  _payload: unknown,
  callback: (error: unknown, response: { status: number; data: string }) => void,
): void {
  fetch(url, { signal: AbortSignal.timeout(fileTimeout) })
    .then(async (response) => ({ status: response.status, data: await response.text() }))
    .catch(() => ({ status: 0, data: '' }))
    .then((response) => callback(null, response));
}
