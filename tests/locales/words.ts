import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'ru';

/** Spec section 9, and those of the operators' console, of the command palette and of the legal pages. */
export const namespaces = [
  'common',
  'auth',
  'wallet',
  'exchange',
  'transactions',
  'news',
  'profile',
  'kyc',
  'support',
  'validation',
  'analytics',
  'meta',
  'console',
  'palette',
  'legal',
];

const root = join(import.meta.dirname, '../..');
const locales = join(root, 'src/locales');

/** The names of a language's files, without `.json`. */
export function filesOf(language: Language): string[] {
  return readdirSync(join(locales, language)).map((file) => file.replace('.json', ''));
}

/** Every text of a language by its full key, as `auth:login.title`. */
export function wordsOf(language: Language): ReadonlyMap<string, string> {
  return new Map(
    filesOf(language).flatMap((name) => {
      const texts: unknown = JSON.parse(readFileSync(join(locales, language, `${name}.json`), 'utf8'));
      return flatten(`${name}:`, texts);
    }),
  );
}

function flatten(key: string, texts: unknown): [string, string][] {
  if (typeof texts === 'string') return [[key, texts]];
  if (typeof texts !== 'object' || texts === null) throw new TypeError(`${key} is neither text nor group`);
  const below = key.endsWith(':') ? key : `${key}.`;
  return Object.entries(texts).flatMap(([name, text]) => flatten(below + name, text));
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The key as code asks for it: without its plural suffix. */
export const asked = (key: string): string => key.replace(pluralSuffix, '');

/** Key → its plural categories, for every key that has any. */
export function pluralSets(words: ReadonlyMap<string, string>): Map<string, string[]> {
  const sets = new Map<string, string[]>();
  for (const key of words.keys()) {
    const category = pluralSuffix.exec(key)?.[1];
    if (category) sets.set(asked(key), [...(sets.get(asked(key)) ?? []), category]);
  }
  return sets;
}

/** A key that stands in code. `isWhole` is false for the constant beginning of one that code puts together. */
interface Use {
  readonly path: string;
  readonly key: string;
  readonly isWhole: boolean;
}

/**
 * Every key in the app's code: those that name their namespace, and bare ones in a file that says which it speaks of
 * (`useTranslation('common')`, `ParseKeys<'meta'>`). A bare word counts when it is a key; that all are, the type check says.
 */
export function uses(known: ReadonlySet<string>): Use[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => usesIn(path, readFileSync(join(root, 'src', path), 'utf8'), known));
}

const named = new RegExp(`['"\`]((?:${namespaces.join('|')}):[\\w.]*)(['"\`]|\\$\\{)`, 'g');

function usesIn(path: string, text: string, known: ReadonlySet<string>): Use[] {
  const all = [...text.matchAll(named)].map(([, key, end]) => ({
    path,
    key: String(key),
    isWhole: end !== '${',
  }));
  for (const [, spoken] of text.matchAll(/(?:useTranslation\(\[?|ParseKeys<)'(\w+)'/g)) {
    for (const [, bare, end] of text.matchAll(/['`]([\w.]+)('|\$\{)/g)) {
      const key = `${spoken}:${bare}`;
      const isWhole = end !== '${';
      if (isWhole ? known.has(key) : [...known].some((each) => each.startsWith(key)))
        all.push({ path, key, isWhole });
    }
  }
  return all;
}
