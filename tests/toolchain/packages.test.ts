import { readdirSync, readFileSync } from 'node:fs';
import { minifySync } from 'vite';
import { expect, it } from 'vitest';
import {
  autocompleteContexts,
  leanTranslations,
  plainLocale,
  queriesOnly,
  reactStore,
  shakeRouter,
  walletDiscovery,
} from '../../scripts/vite/packages.ts';

const packages = new URL('../../node_modules/', import.meta.url);

/** The modules of a folder of an installed package, by their address. */
const modulesOf = (folder: string) =>
  readdirSync(new URL(folder, packages))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => new URL(`${folder}${name}`, packages).pathname);

it('the router’s components have no side effects when they are declared, nor its notes for developers', () => {
  const { transform } = shakeRouter();
  const changed = modulesOf('react-router/dist/production/')
    .map((id) => ({ before: readFileSync(id, 'utf8'), after: transform(readFileSync(id, 'utf8'), id)?.code }))
    .filter(({ before }) => /^var \w+ = React\d*\./m.test(before));
  expect(changed.length).toBeGreaterThan(0);
  const development = modulesOf('react-router/dist/development/').map((id) =>
    shakeRouter().transform(readFileSync(id, 'utf8'), id),
  );
  expect(JSON.stringify(development)).not.toContain('ENABLE_DEV_WARNINGS = true');
  const declared = /^var (\w+) = React\d*\.(?:forwardRef|memo|createContext)\(/gm;
  for (const { before, after = '' } of changed) {
    const names = [...before.matchAll(declared)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(after).toContain(`var ${name} = /*#__PURE__*/ React`);
    expect(before).toMatch(/^\w+\.displayName = /m);
    expect(after).not.toMatch(/^\w+\.displayName = /m);
    expect(after).not.toMatch(/^\w+\.contextType = /m);
    expect(after).toMatch(/^\/\*#__NO_SIDE_EFFECTS__\*\/ function warning\(/m);
  }
});

it('what i18next does by settings and methods that the app does not use is left out', () => {
  const id = new URL('i18next/dist/esm/i18next.js', packages).pathname;
  const before = readFileSync(id, 'utf8');
  for (const name of ['log', 'warn', 'deprecate']) {
    expect(before).toMatch(
      new RegExp(
        `  ${name}\\(\\.\\.\\.args\\) \\{\\n    return this\\.forward\\(args, '\\w+', '.*', true\\);`,
      ),
    );
  }
  expect(before).toContain('if (debugOnly && !this.debug) return null;');
  expect(before).toContain('if (!this.debug || this.seen.has(key)');
  const { code = '' } = leanTranslations().transform(before, id) ?? {};
  expect(code.match(/#__PURE__\*\/ this\.logger\./g)?.length).toBeGreaterThan(20);
  expect(code).not.toContain('#__PURE__*/ this.logger.error');
  const note = 'This means something IS WRONG in your setup';
  expect(minifySync(id, before).code).toContain(note);
  expect(minifySync(id, code).code).not.toContain(note);
  expect(minifySync(id, code).code).toContain('No Intl support');
  for (const unused of [
    'options.saveMissingPlurals',
    'Intl.RelativeTimeFormat',
    'deprecateBareCode',
    'isClone:!0',
    'sqr',
  ]) {
    expect(minifySync(id, before).code.includes(unused), unused).toBe(true);
    expect(minifySync(id, code).code.includes(unused), unused).toBe(false);
  }
});

it('react-aria asks whether the browser’s locale is well formed, and compares it with no other', () => {
  const id = new URL('react-aria/dist/private/i18n/useDefaultLocale.mjs', packages).pathname;
  const before = readFileSync(id, 'utf8');
  expect(before.match(/supportedLocalesOf/g)).toHaveLength(1);
  const { code = '' } = plainLocale().transform(before, id) ?? {};
  expect(code).not.toContain('supportedLocalesOf');
  expect(code).toMatch(/try \{\s*Intl\.getCanonicalLocales\(locale\);\s*\} catch \s*\{\s*locale = 'en-US';/);
  expect(() => Intl.getCanonicalLocales('en-US@posix')).toThrow(RangeError);
});

it('the contexts of an Autocomplete stand apart from it, and everything else asks for them there', async () => {
  const { load, transform } = autocompleteContexts();
  const apart = await load('\0autocomplete-contexts');
  const contexts = [...(apart ?? '').matchAll(/export const (\w+) =/g)].map(([, name]) => name);
  expect(contexts.toSorted()).toEqual([
    'AutocompleteContext',
    'AutocompleteStateContext',
    'FieldInputContext',
    'SelectableCollectionContext',
  ]);
  const modules = modulesOf('react-aria-components/dist/private/');
  const asking = modules.filter((id) => readFileSync(id, 'utf8').includes('"./Autocomplete.mjs"'));
  expect(asking.length).toBeGreaterThan(5);
  for (const id of asking) {
    const { code = '' } = transform(readFileSync(id, 'utf8'), id) ?? {};
    expect(code, id).not.toContain('"./Autocomplete.mjs"');
  }
  const [own = ''] = modules.filter((id) => id.endsWith('/private/Autocomplete.mjs'));
  const { code = '' } = transform(readFileSync(own, 'utf8'), own) ?? {};
  expect(code).not.toMatch(/createContext\)\(null\)/);
  expect(code).toContain('"./autocomplete-contexts"');
});

it('of the wallet’s package the discovery alone is left, with the patterns it checks by', async () => {
  const { load } = walletDiscovery();
  const at = (name: string) => new URL(`@metamask/providers/dist/${name}`, packages).pathname;
  expect(await load('\0wallet-discovery')).toContain(JSON.stringify(at('EIP6963.mjs')));
  expect(readFileSync(at('EIP6963.mjs'), 'utf8')).toContain('requestProvider');
  const needed = readFileSync(at('EIP6963.mjs'), 'utf8').match(
    /import \{ ([^}]+) \} from "\.\/utils\.mjs"/,
  )?.[1];
  const exported = [...((await load(at('utils.mjs'))) ?? '').matchAll(/^export const (\w+) = \//gm)];
  expect(exported.map(([, name]) => name).toSorted()).toEqual((needed ?? '').split(', ').toSorted());
});

it('a store of React’s is asked for in no other words than those that are answered by React itself', () => {
  const asks = /from ['"](use-sync-external-store[^'"]*)['"]/g;
  const { resolveId } = reactStore();
  for (const id of [
    '@xstate/react/dist/xstate-react.esm.js',
    'react-aria/dist/private/collections/CollectionBuilder.mjs',
  ]) {
    const asked = [...readFileSync(new URL(id, packages), 'utf8').matchAll(asks)].map(
      ([, name = '']) => name,
    );
    expect(asked.length, id).toBeGreaterThan(0);
    for (const name of asked) expect(resolveId(name), name).not.toBeNull();
  }
  const selecting = resolveId('use-sync-external-store/shim/with-selector') ?? '';
  expect(readFileSync(selecting, 'utf8')).toContain('use-sync-external-store-with-selector.production.js');
});

it('the reader of queries asks of what is left out only what its stand-ins have', () => {
  const { resolveId, load } = queriesOnly();
  const folder = new URL('@tanstack/query-core/build/modern/', packages).pathname;
  const textOf = (name: string) => readFileSync(folder + name, 'utf8');
  const standIn = (source: string, name: string) => {
    expect(textOf(name)).toContain(`from "${source}"`);
    return load(resolveId(source, folder + name) ?? '') ?? '';
  };
  const mutations = standIn('./mutationCache.js', 'queryClient.js');
  const asked = [...textOf('queryClient.js').matchAll(/this\.#mutationCache\.(\w+)\(/g)];
  expect(asked.length).toBeGreaterThan(0);
  for (const [, method = ''] of asked) expect(mutations).toContain(` ${method}()`);
  expect(standIn('./infiniteQueryBehavior.js', 'query.js')).toContain('infiniteQueryBehavior =');
  expect(textOf('query.js')).toContain(
    'infiniteQueryBehavior(this.options.pages) : this.options.behavior)?.onFetch',
  );
});
