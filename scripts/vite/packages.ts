/**
 * Changes to packages that bundle badly, or take long. Each saves more than 1 kB of a first page, or a long task of it, and each depends on the package's text:
 * tests/toolchain/packages.test.ts fails when a new version no longer has the expected text.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The declarations of react-router's unused components have side effects; without these the components are left out (the app has no routes
 * whose errors the router catches). Its notes for developers are left out too, and the warnings of its development build, which the package gives to
 * browsers.
 */
export function shakeRouter() {
  const warnings = /^var ENABLE_DEV_WARNINGS = true;$/m;
  const names = /^\w+\.(?:displayName|contextType) = .*;$/gm;
  // Notes for developers: calls of what is declared to do nothing that matters are left out.
  const notes = /^(?=function warning(?:Once)?\()/gm;
  const declarations = /= (React\d*)\.(forwardRef|memo|createContext)\(/g;
  return {
    name: 'zesto-shake-router',
    apply: 'build',
    transform: (code: string, id: string) =>
      /\/react-router\/dist\/.+\.mjs$/.test(id)
        ? {
            code: code
              .replace(names, '')
              .replace(notes, '/*#__NO_SIDE_EFFECTS__*/ ')
              .replace(declarations, '= /*#__PURE__*/ $1.$2(')
              .replace(warnings, 'const ENABLE_DEV_WARNINGS = false;'),
            map: null,
          }
        : null,
  } satisfies Plugin;
}

/**
 * Leaves out of i18next what the app never uses: notes for developers (warnings, deprecations, loaded files), which need its setting `debug`;
 * reports of missing keys, which need `saveMissing`; formats within texts (`{{value, number}}`); and methods that nobody calls.
 */
export function leanTranslations() {
  const notes = /\bthis\.logger\.(?:log|warn|deprecate|once)\(/g;
  const settings = /\bthis\.logger\.debug\b|\bthis\.options\.saveMissing\b(?= *\))/g;
  const formats = /\bformatter = Formatter;/;
  const methods =
    /^ {2}(?:saveMissing|deprecateBareCode|cloneInstance|hydrate|loadLanguages|dir)\(.*\) \{$[\s\S]*?^ {2}\}$/gm;
  return {
    name: 'zesto-lean-translations',
    apply: 'build',
    transform: (code: string, id: string) =>
      /\/i18next\/dist\/esm\/i18next\.js$/.test(id)
        ? {
            code: code
              .replace(methods, '')
              .replace(notes, '/*#__PURE__*/ $&')
              .replace(settings, 'false')
              .replace(formats, 'formatter = null;'),
            map: null,
          }
        : null,
  } satisfies Plugin;
}

/**
 * react-aria compares the browser's locale with those of dates when its code is run, for which a browser loads the data of all of them (at a
 * quarter of the speed, some 60 ms). It only asks whether the locale is well formed (that of some browsers is not, `en-US@posix`), which is
 * cheap to ask.
 */
export function plainLocale() {
  const comparison = /Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\);/;
  return {
    name: 'zesto-plain-locale',
    apply: 'build',
    transform: (code: string, id: string) =>
      /\/react-aria\/dist\/private\/i18n\/useDefaultLocale\.mjs$/.test(id)
        ? { code: code.replace(comparison, 'Intl.getCanonicalLocales(locale);'), map: null }
        : null,
  } satisfies Plugin;
}

/** The sentences that describe calls are for the OpenAPI document: the browser gets the calls without them. */
export function bareCalls() {
  const summary = /^ {2}summary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,\n/gm;
  return {
    name: 'zesto-bare-calls',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: (code: string, id: string) =>
      /\/contract\/\w+\.ts$/.test(id) ? { code: code.replace(summary, ''), map: null } : null,
  } satisfies Plugin;
}

/** React has `useSyncExternalStore` since version 18, so the package that adds it to older versions is left out. */
export function reactStore() {
  const at = (name: string) =>
    fileURLToPath(new URL(`../../node_modules/use-sync-external-store/${name}`, import.meta.url));
  const id = '\0react-store';
  return {
    name: 'zesto-react-store',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source: string) => {
      if (/^use-sync-external-store\/shim(?:\/index\.js)?$/.test(source)) return id;
      if (source !== 'use-sync-external-store/shim/with-selector') return null;
      return at('with-selector.js');
    },
    load: (asked: string) => (asked === id ? "export { useSyncExternalStore } from 'react';" : null),
  } satisfies Plugin;
}

/** The app uses query-core only for reading, so its code for mutations and infinite lists is left out. */
export function queriesOnly() {
  const standIns: Readonly<Record<string, string>> = {
    './mutationCache.js':
      'export class MutationCache { clear() {} findAll() { return []; } async resumePausedMutations() {} }',
    './infiniteQueryBehavior.js': 'export const infiniteQueryBehavior = () => undefined;',
  };
  const prefix = '\0query-core ';
  return {
    name: 'zesto-queries-only',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source: string, importer: string | undefined) =>
      standIns[source] && /\/@tanstack\/query-core\/build\/modern\/query(?:Client)?\.js$/.test(importer ?? '')
        ? prefix + source
        : null,
    load: (id: string) => (id.startsWith(prefix) ? standIns[id.slice(prefix.length)] : null),
  } satisfies Plugin;
}

/**
 * Only the page's half of EIP-6963 of @metamask/providers: the package's entry includes Node's streams and events, for which a build warns,
 * and on which a browser without a build fails.
 */
export function walletDiscovery() {
  const at = (name: string) =>
    fileURLToPath(new URL(`../../node_modules/@metamask/providers/dist/${name}`, import.meta.url));
  const id = '\0wallet-discovery';
  const entry = `export { requestProvider as eip6963RequestProvider } from ${JSON.stringify(at('EIP6963.mjs'))};`;
  const patterns = /^export const (?:UUID_V4|FQDN)_REGEX = .*$/gm;
  return {
    name: 'zesto-wallet-discovery',
    enforce: 'pre',
    resolveId: (source: string) => (source === '@metamask/providers' ? id : null),
    load: async (asked: string) => {
      if (asked === id) return entry;
      if (!/\/@metamask\/providers\/dist\/utils\.mjs$/.test(asked)) return null;
      return [...(await readFile(asked, 'utf8')).matchAll(patterns)].join('\n');
    },
  } satisfies Plugin;
}

/**
 * Every input of react-aria-components looks for an Autocomplete around it, and imports all of it for that. It only needs four contexts, so
 * these are separated, and the Autocomplete loads with the palette only.
 */
export function autocompleteContexts() {
  const id = '\0autocomplete-contexts';
  const asked = './autocomplete-contexts';
  const context = /^const (\S+) = \/\*#__PURE__\*\/ \(0, \S+createContext\)\(null\);$/gm;
  const exported = /([\w$]+) as (\w+Context)/g;
  const importing = /from "\.\/Autocomplete\.mjs"/g;
  const at = fileURLToPath(
    new URL('../../node_modules/react-aria-components/dist/private/Autocomplete.mjs', import.meta.url),
  );
  return {
    name: 'zesto-autocomplete-contexts',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source: string) => (source === asked ? id : null),
    load: async (wanted: string) => {
      if (wanted !== id) return null;
      const names = [...(await readFile(at, 'utf8')).matchAll(exported)].map(([, , name]) => name);
      const lines = names.map((name) => `export const ${name} = /*#__PURE__*/ createContext(null);`);
      return ["import { createContext } from 'react';", ...lines].join('\n');
    },
    transform: (code: string, from: string) => {
      if (!/\/react-aria-components\/dist\/private\//.test(from)) return null;
      if (!from.endsWith('/Autocomplete.mjs')) {
        return importing.test(code) ? { code: code.replace(importing, `from "${asked}"`), map: null } : null;
      }
      const names = [...code.matchAll(exported)].map(([, local, name]) => `${name} as ${local}`);
      return {
        code: `import { ${names.join(', ')} } from "${asked}";\n${code.replace(context, '')}`,
        map: null,
      };
    },
  } satisfies Plugin;
}
