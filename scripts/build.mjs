// Builds the app and the server into dist/, and compresses the app's files.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isAlive } from './alive.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampFile = join(dist, 'build.json');
const sources = ['contract', 'src', 'server', 'public', 'scripts/vite'];
const files = [
  'index.html',
  'console.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build.mjs',
];

/** Whether dist/ was built from the current sources, and for the server that the environment names, if it names one. */
export async function isBuilt() {
  const { sources, settings = {} } = await readStamp();
  const asked = Object.entries(buildSettings());
  return sources === (await sourcesHash()) && asked.every(([name, value]) => settings[name] === value);
}

/** Whether dist/ can be run, whatever sources it was built from. */
export async function isThere() {
  return (await readStamp()).sources !== undefined && existsSync(join(dist, 'server/start.js'));
}

async function readStamp() {
  return JSON.parse(await readFile(stampFile, 'utf8').catch(() => '{}'));
}

/** The settings that Vite writes into the app, which cannot change after the build. */
function buildSettings() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => /^VITE_/.test(name) && value),
  );
}

/** Builds the given parts. The stamp is removed first and written last, so that an interrupted build counts as missing. */
async function build(parts) {
  await rm(stampFile, { force: true });
  const sources = await sourcesHash();
  if (parts.app) await buildApp();
  await vite({ ssr: true });
  if (!parts.app) return;
  const api = process.env.VITE_API_URL;
  await writeFile(
    stampFile,
    JSON.stringify({ sources, settings: buildSettings(), apiOrigin: api ? new URL(api).origin : null }),
  );
}

/** Runs `work` while no other process builds into dist/. */
async function alone(work) {
  const lock = join(dist, '.building');
  await mkdir(dist, { recursive: true });
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
    else await wait(200);
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function buildApp() {
  await vite({});
  await vite({}, 'console');
  await pack(join(dist, 'app'));
  await pack(join(dist, 'console'));
}

/** `mode` console builds the operators' console separately, so that neither the console nor the app loads or stores code of the other. */
async function vite(options, mode = 'production') {
  const vite = await import('vite');
  await vite.build({ root, mode, logLevel: 'warn', build: { ...options, emptyOutDir: true } });
}

async function sourcesHash() {
  const hash = createHash('sha256');
  const add = async (path) =>
    hash
      .update(path)
      .update('\0')
      .update(await readFile(join(root, path)))
      .update('\0');
  for (const file of files) if (existsSync(join(root, file))) await add(file);
  for (const folder of sources) {
    if (!existsSync(join(root, folder))) continue;
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    for (const path of paths.sort()) await add(path);
  }
  return hash.digest('hex');
}

const packable = /\.(?:html|js|css|json|svg|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `file.br` and `file.gz` beside each text file, if they are smaller. */
async function pack(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const waiting = entries
    .filter((entry) => entry.isFile() && packable.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const worker = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await packFile(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function packFile(file) {
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const packed = { br: await brotli(bytes, { params }), gz: await deflate(bytes, { level: 9 }) };
  for (const [suffix, smaller] of Object.entries(packed)) {
    if (smaller.length < bytes.length) await writeFile(`${file}.${suffix}`, smaller);
  }
}

// `npm start` uses `--if-needed`, the operators' command uses `--server`.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = new Set(process.argv.slice(2));
  const api = process.env.VITE_API_URL;
  if (api && !/^https?:\/\//.test(URL.canParse(api) ? api : '')) {
    console.error('VITE_API_URL must be the address of the API server, like https://api.example.com.');
    process.exit(1);
  }
  const started = Date.now();
  await alone(async () => {
    if (asked.has('--if-needed') && (await isBuilt())) return;
    console.log('Building …');
    await build({ app: !asked.has('--server') });
    console.log(`Built into dist/ in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
}
