// node scripts/run.mjs FILE [ARGS]: runs the `main(args)` of a TypeScript file of this project, or of a module that was built from one.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [file, ...args] = process.argv.slice(2);
const { main } = file.endsWith('.ts')
  ? await fromSource(resolve(file))
  : await import(pathToFileURL(resolve(file)).href);
process.exitCode = (await main(args)) ?? 0;

async function fromSource(path) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(path, { configFile: false, logLevel: 'error' })).module;
}
