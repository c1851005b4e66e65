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
  queriesOnly,
  quietTranslations,
  reactStore,
  shakeRouter,
  walletDiscovery,
} from './scripts/vite/packages.ts';
import { branded, pageIntegrity, preloadApp } from './scripts/vite/page.ts';

const first = /^(?:app|entry|shared|signIn|flows|lists|rolldown-runtime)$/;

/**
 * The first files name all that are loaded later: those have a hash for a name, which the manifest leads to. A hash cannot be compressed:
 * seven characters tell 2⁴² versions of one file apart.
 */
const shortNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: ({ name }: { name: string }) =>
    first.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** What `preloadApp` has the page ask for is not asked for again. */
const withoutPreloaded = (_file: string, needed: string[]) =>
  needed.filter((name) => !/\/(?:app|rolldown-runtime)-[\w-]+\.js$/.test(name));

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    optimizeLocales.vite({ locales: ['en-US', 'ru-RU'] }),
    shakeRouter(),
    quietTranslations(),
    reactStore(),
    queriesOnly(),
    autocompleteContexts(),
    walletDiscovery(),
    branded(),
    ...(mode === 'console' ? [] : [preloadApp()]),
    pageIntegrity(),
    ...(isSsrBuild ? [] : [icons()]),
    // The console is never kept for offline: what operators see is nobody else's to find.
    ...(isSsrBuild || mode === 'console' ? [] : [offline()]),
    flowsPage(),
    api(),
  ],
  // The demo answers only under the port that it was given, and emails and passkeys name it.
  server: { port: Number(process.env.PORT ?? 3000), host: process.env.HOST ?? 'localhost', strictPort: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        rollupOptions: {
          input: {
            start: 'server/cli/start.ts',
            operator: 'server/cli/operator.ts',
            // A process of its own, which the server starts.
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
