import { createInstance, type i18n, type ReadCallback, type ResourceKey } from 'i18next';
import { CallError, unanswered } from '../../../contract/failure.ts';
import { brand } from '../../brand.ts';
import { logFault } from '../core/log.ts';
import { createLocalStore } from '../core/storage.ts';
import {
  addressOf,
  detectLanguage,
  fallback,
  fetchFile,
  type Language,
  languageKey,
  languages,
} from './languageFiles.ts';

/** How long to wait for texts in the person's language before English ones, if loaded, are shown, in milliseconds. */
const longestWait = 2_000;

/** White label: texts name the product as `{{brand}}`, which is filled in automatically. React escapes. */
export const interpolation = { escapeValue: false, defaultVariables: { brand: brand.name } };

export interface Languages {
  readonly i18n: i18n;
  current(): Language;
  /**
   * Resolves when every namespace is available in the current language, or in English until the current one
   * arrives. Rejects with NETWORK when no texts can be loaded, so that keys are never shown.
   */
  load(namespaces: readonly string[]): Promise<void>;
  /** Switches once the other language's texts have loaded, unless aborted by then; on failure rejects with NETWORK and keeps the old language. */
  change(language: Language, signal?: AbortSignal): Promise<void>;
}

export function createLanguages(): Languages {
  const i18n = createInstance().use(wordFiles).use(detector());
  void i18n.init({
    // Nothing is loaded here, because each page names its own texts, so `init` need not wait.
    initAsync: false,
    ns: [],
    defaultNS: 'common',
    fallbackLng: fallback,
    supportedLngs: [...languages],
    load: 'languageOnly',
    maxParallelReads: 10,
    maxRetries: 5,
    retryTimeout: 350,
    interpolation,
    parseMissingKeyHandler: (key: string, defaultValue?: string) => {
      logFault('no words for', key);
      return defaultValue ?? '…';
    },
  });

  i18n.on('languageChanged', () => labelDocument(i18n));
  i18n.store.on('added', () => labelDocument(i18n));
  labelDocument(i18n);

  const current = () => languageOf(i18n.language);

  /** Loads the texts and answers whether all have arrived; failed files are requested again. */
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
      const isOwnInTime = await Promise.race([own, after(longestWait)]);
      if (isOwnInTime || (await english) || (await own)) return;
      throw unreachable();
    },
    async change(language, signal) {
      const namespaces = (i18n.options.ns ?? []) as readonly string[];
      if (!(await fetchWords(language, namespaces))) throw unreachable();
      signal?.throwIfAborted();
      await i18n.changeLanguage(language);
    },
  };
}

/** The detection order of the spec, by the same rule as the entry's early request. */
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

/** Sets the document's language to the one shown: English while the other language's texts are missing. */
function labelDocument(i18n: i18n): void {
  const isThere = i18n.hasResourceBundle(i18n.language, 'common');
  const isFallingBack = !isThere && i18n.hasResourceBundle(fallback, 'common');
  const language = isFallingBack ? fallback : languageOf(i18n.language);
  document.documentElement.lang = language;
  // Both languages are written from left to right.
  document.documentElement.dir = 'ltr';
}

function after(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}

function unreachable(): CallError {
  return new CallError(unanswered);
}

/** i18next retries, up to its limit, only when no answer arrived or the server failed. */
const wordFiles = {
  type: 'backend',
  init() {},
  read(language: string, namespace: string, tell: ReadCallback) {
    readFile(addressOf(language, namespace) ?? '').then(
      (words) => tell(null, words),
      (error: WordsError) => tell(error, error.isPassing),
    );
  },
} as const;

class WordsError extends Error {
  constructor(
    message: string,
    readonly isPassing: boolean,
  ) {
    super(message);
  }
}

async function readFile(address: string): Promise<ResourceKey> {
  const file = await fetchFile(address);
  if (file === null) throw new WordsError(`${address}: no answer`, true);
  if (!file.ok) throw new WordsError(`${address}: ${file.status}`, file.status >= 500);
  try {
    return JSON.parse(file.text);
  } catch {
    throw new WordsError(`${address}: no JSON`, false);
  }
}
