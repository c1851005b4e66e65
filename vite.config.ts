import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brand } from './src/brand.ts';

/** `npm run dev`: the API in the same process as Vite, reloaded with the code. */
function api(): Plugin {
  return {
    name: 'zesto-api',
    apply: 'serve',
    configureServer(vite) {
      if (process.env.VITEST) return;
      // Asked for with every request, so that a change of the server's code is in the next answer.
      const load = () =>
        vite.ssrLoadModule('/server/cli/dev.ts') as Promise<typeof import('./server/cli/dev.ts')>;
      vite.middlewares.use((request, response, next) => {
        load()
          .then(({ mountApi }) => mountApi())
          .then((api) => api(request, response, next))
          .catch(next);
      });
    },
  };
}

/** react-aria brings its own few words in 34 languages; the app speaks two, and English stands in for the rest. */
function twoLanguages(): Plugin {
  const words = /\/node_modules\/react-(?:aria|stately|aria-components)\/.+\/intl\/.*[a-z]{2}-[A-Z]{2}\.mjs$/;
  return {
    name: 'zesto-two-languages',
    enforce: 'pre',
    load: (id) =>
      words.test(id) && !/(?:en-US|ru-RU)\.mjs$/.test(id) ? "export { default } from './en-US.mjs';" : null,
  };
}

/** react-router ships its unused components with side effects in their declarations; without them they are left out. */
function shakeRouter(): Plugin {
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

/** The page says the brand before the app's code is there to say it. */
function branded(): Plugin {
  return {
    name: 'zesto-branded',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%NAME%', brand.name)
          .replaceAll('%WORDMARK%', brand.wordmark)
          .replaceAll('__ACCENT__', brand.accent.zest[0]),
    },
  };
}

/** The page names the app's code and styles, so that they are on their way before its first script has run. */
function preloadApp(): Plugin {
  return {
    name: 'zesto-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunkWith = (path: string) => {
          const chunk = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(path)),
          );
          if (chunk?.type !== 'chunk') throw new Error(`${path} is in no chunk`);
          return chunk;
        };
        const start = chunkWith('/src/app/startApp.tsx');
        const entry = chunkWith('/src/main.ts').fileName;
        const scripts = [start.fileName, ...start.imports].filter((name) => name !== entry);
        const styles = [...(start.viteMetadata?.importedCss ?? [])];
        // The shell comes first.
        const link = { crossorigin: true, fetchpriority: 'low' };
        return [
          ...scripts.map((name) => ({ rel: 'modulepreload', href: `/${name}`, ...link })),
          ...styles.map((name) => ({ rel: 'preload', as: 'style', href: `/${name}`, ...link })),
        ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }));
      },
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** They name everything that their packages have, of which almost nothing is used. */
const barrels = /\/(?:lucide-react|react-aria-components)\/dist\/(?:esm\/lucide-react|exports\/index)\.m?js$/;

/** Everything that is loaded with a module: what it imports, and what that imports. */
function closure(from: readonly string[], modules: Modules, found = new Set<string>()): Set<string> {
  for (const id of from) {
    if (found.has(id) || barrels.test(id)) continue;
    found.add(id);
    closure(modules.getModuleInfo(id)?.importedIds ?? [], modules, found);
  }
  return found;
}

/**
 * What the first page is made of comes in few files: the app, what pages of visitors and account holders share, and
 * the rest of the sign-in. Left alone, every set of pages that share a module would be a file of its own.
 */
function firstFiles() {
  const at = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
  const set = (...paths: string[]) => {
    let ids: Set<string> | undefined;
    return (modules: Modules) => (ids ??= closure(paths.map(at), modules));
  };
  const entry = set('main.ts');
  const app = set('app/startApp.tsx');
  const signIn = set('app/frames/VisitorFrame.tsx', 'app/pages/LoginPage.tsx');
  const holder = set('app/frames/HolderFrame.tsx', 'app/pages/WalletPage.tsx');
  const group = (name: string, priority: number, ...sets: ((modules: Modules) => Set<string>)[]) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (sets.every((ids) => ids(modules).has(id)) ? name : null),
    priority,
  });
  return [
    group('entry', 4, entry),
    group('app', 3, app),
    group('shared', 2, signIn, holder),
    group('signIn', 1, signIn),
  ];
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), twoLanguages(), shakeRouter(), branded(), preloadApp(), api()],
  server: { port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? 'localhost' },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        rollupOptions: {
          input: { start: 'server/cli/start.ts', operator: 'server/cli/operator.ts' },
        },
      }
    : {
        outDir: 'dist/app',
        target: 'es2023',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups: firstFiles() } } },
      },
}));
