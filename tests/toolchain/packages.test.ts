import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { autocompleteContexts, shakeRouter, walletDiscovery } from '../../scripts/vite/packages.ts';

const packages = new URL('../../node_modules/', import.meta.url);

/** The modules of a folder of an installed package, by their address. */
const modulesOf = (folder: string) =>
  readdirSync(new URL(folder, packages))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => new URL(`${folder}${name}`, packages).pathname);

it('the router’s components have no side effects when they are declared', () => {
  const { transform } = shakeRouter();
  const changed = modulesOf('react-router/dist/production/')
    .map((id) => ({ before: readFileSync(id, 'utf8'), after: transform(readFileSync(id, 'utf8'), id)?.code }))
    .filter(({ before, after }) => after !== before);
  expect(changed.length).toBeGreaterThan(0);
  const declared = /^var (\w+) = React\d*\.(?:forwardRef|memo|createContext)\(/gm;
  for (const { before, after = '' } of changed) {
    const names = [...before.matchAll(declared)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(after).toContain(`var ${name} = /*#__PURE__*/ React`);
    expect(before).toMatch(/^\w+\.displayName = /m);
    expect(after).not.toMatch(/^\w+\.displayName = /m);
  }
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
