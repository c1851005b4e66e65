import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** `npm run dev`: the API in the same process as Vite, reloaded with the code. */
function api(): Plugin {
  return {
    name: 'zesto-api',
    apply: 'serve',
    async configureServer(vite) {
      if (process.env.VITEST) return;
      const { mountApi } = (await vite.ssrLoadModule(
        '/server/cli/dev.ts',
      )) as typeof import('./server/cli/dev.ts');
      vite.middlewares.use(await mountApi());
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), api()],
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
