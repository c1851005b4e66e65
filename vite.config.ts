import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { api } from './scripts/vite/api.ts';
import { firstFiles } from './scripts/vite/chunks.ts';
import { flowsPage } from './scripts/vite/flows.ts';
import { icons, offline } from './scripts/vite/offline.ts';
import {
  autocompleteContexts,
  bareCalls,
  leanTranslations,
  plainLocale,
  queriesOnly,
  reactStore,
  shakeRouter,
  walletDiscovery,
} from './scripts/vite/packages.ts';
import { branded, pageIntegrity, preloadApp } from './scripts/vite/page.ts';

const first = /^(?:react|services|machines|app|entry|shared|signIn|flows|lists|rolldown-runtime)$/;

/**
 * The first files contain the names of all files that load later. Those are named by hashes, which do not compress, so the hashes are short:
 * seven of 36 characters distinguish 2³⁶ versions of a file.
 */
const shortNames = {
  hashCharacters: 'base36' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: ({ name }: { name: string }) =>
    first.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** Files that `preloadApp` already preloads are not preloaded again. */
const withoutPreloaded = (_file: string, needed: string[]) =>
  needed.filter((name) => !/\/(?:react|services|machines|app|rolldown-runtime)-[\w-]+\.js$/.test(name));

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    optimizeLocales.vite({ locales: ['en-US', 'ru-RU'] }),
    shakeRouter(),
    leanTranslations(),
    plainLocale(),
    reactStore(),
    queriesOnly(),
    autocompleteContexts(),
    bareCalls(),
    walletDiscovery(),
    branded(),
    ...(mode === 'console' ? [] : [preloadApp()]),
    pageIntegrity(),
    ...(isSsrBuild ? [] : [icons()]),
    // The console is never stored for offline use, because others could find there what operators see.
    ...(isSsrBuild || mode === 'console' ? [] : [offline()]),
    flowsPage(),
    api(),
  ],
  // The demo answers only on its given port, because emails and passkeys contain it.
  server: { port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? 'localhost', strictPort: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        rollupOptions: {
          input: {
            start: 'server/cli/start.ts',
            operator: 'server/cli/operator.ts',
            // A separate program, whose process the server starts.
            decoder: 'server/files/decoderProcess.ts',
          },
        },
      }
    : {
        target: 'es2023',
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          ...(mode === 'console' ? {} : { resolveDependencies: withoutPreloaded }),
        },
        manifest: true,
        ...(mode === 'console'
          ? { outDir: 'dist/console', rolldownOptions: { input: 'console.html' } }
          : {
              outDir: 'dist/app',
              rolldownOptions: { output: { ...shortNames, codeSplitting: { groups: firstFiles() } } },
            }),
      },
}));
