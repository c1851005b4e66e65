import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), twoLanguages(), shakeRouter(), api()],
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
      },
}));
