import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { module } = await runnerImport(`${root}tests/bench/ledger.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
});
await module.benchLedger();
