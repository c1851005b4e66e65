// node scripts/run.mjs FILE.ts [ARGS]: runs the `main(args)` of a TypeScript file of this project.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const [file, ...args] = process.argv.slice(2);
const { module } = await runnerImport(resolve(file), { configFile: false, logLevel: 'error' });
process.exitCode = (await module.main(args)) ?? 0;
