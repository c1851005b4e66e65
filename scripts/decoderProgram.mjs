// Builds the program of the process that decodes files (server/files/decoderProcess.ts) from the sources, for `npm run dev` and the tests, which
// have no dist/.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const self = fileURLToPath(import.meta.url);

/** Builds it in a separate process, because Vite sets NODE_ENV and keeps the memory that it uses. Answers the path. */
export async function decoderProgram() {
  const { stdout } = await promisify(execFile)(process.execPath, [self]);
  return stdout.trim();
}

async function make() {
  const { build } = await import('vite');
  const root = dirname(dirname(self));
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'server/files/decoderProcess.ts', target: 'node20', write: false },
  });
  const { code } = output[0];
  const folder = join(root, 'node_modules/.cache/zesto');
  const file = join(folder, `decoder-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  // Several processes may build it at once, so each writes its own file and then renames it.
  const written = `${file}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(written, code);
  await rename(written, file);
  console.log(file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await make();
