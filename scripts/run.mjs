// node scripts/run.mjs FILE.ts [ARGS]: runs the `main(args)` of a TypeScript file of this project, through Vite.
import process from 'node:process';
import { createServer } from 'vite';

const [file, ...args] = process.argv.slice(2);
const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
});
try {
  const { main } = await vite.ssrLoadModule(`/${file}`);
  process.exitCode = (await main(args)) ?? 0;
} finally {
  await vite.close();
}
