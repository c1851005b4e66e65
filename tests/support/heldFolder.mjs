import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { module } = await runnerImport(`${root}tests/support/heldFolder.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
});
await module.writeForever(process.argv[2]);
