import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { api } from './scripts/vite/api.ts';
import { firstFiles } from './scripts/vite/chunks.ts';
import { icons, offline } from './scripts/vite/offline.ts';
import { autocompleteContexts, shakeRouter, walletDiscovery } from './scripts/vite/packages.ts';
import { branded, pageIntegrity, preloadApp } from './scripts/vite/page.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    optimizeLocales.vite({ locales: ['en-US', 'ru-RU'] }),
    shakeRouter(),
    autocompleteContexts(),
    walletDiscovery(),
    branded(),
    preloadApp(),
    pageIntegrity(),
    ...(isSsrBuild ? [] : [icons(), offline()]),
    api(),
  ],
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
