import type { Plugin } from 'vite';

/** react-aria brings its own few words in 34 languages; the app speaks two, and English stands in for the rest. */
export function twoLanguages(): Plugin {
  const words = /\/node_modules\/react-(?:aria|stately|aria-components)\/.+\/intl\/.*[a-z]{2}-[A-Z]{2}\.mjs$/;
  return {
    name: 'zesto-two-languages',
    enforce: 'pre',
    load: (id) =>
      words.test(id) && !/(?:en-US|ru-RU)\.mjs$/.test(id) ? "export { default } from './en-US.mjs';" : null,
  };
}

/** react-router ships its unused components with side effects in their declarations; without them they are left out. */
export function shakeRouter(): Plugin {
  const names = /^\w+\.displayName = .*;$/gm;
  const declarations = /= (React\d*)\.(forwardRef|memo|createContext)\(/g;
  return {
    name: 'zesto-shake-router',
    apply: 'build',
    transform: (code, id) =>
      /\/react-router\/dist\/.+\.mjs$/.test(id)
        ? { code: code.replace(names, '').replace(declarations, '= /*#__PURE__*/ $1.$2('), map: null }
        : null,
  };
}
