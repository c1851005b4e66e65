import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = 'dist/app/assets/';

test('nobody can inspect the machines of the served app', async () => {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(scripts.map((name) => readFile(folder + name, 'utf8')))).join('\n');

  expect(code).toContain('navigation.requested');
  expect(code).not.toMatch(/stately\.ai|statelyai|createBrowserInspector|actors\.asked|eclipse\.elk/);
  for (const built of ['dist/app', 'dist/console']) expect(await readdir(built)).not.toContain('flows.html');
});

const consoleFolder = 'dist/console/';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const manifestOf = async (built: string) =>
  JSON.parse(await readFile(`${built}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** Groups of files by name can import each other in a circle, and then one of them runs before what it needs. */
test('no files of the app import each other in a circle', async () => {
  const manifest = await manifestOf('dist/app/');
  expect(Object.keys(manifest).length).toBeGreaterThan(100);
  const ended = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    if (ended.has(name)) return;
    expect(path, 'a circle').not.toContain(name);
    for (const each of manifest[name]?.imports ?? []) visit(each, [...path, name]);
    ended.add(name);
  };
  for (const name of Object.keys(manifest)) visit(name, []);
});

/** The modules of a build and all that they import, as names in its manifest. */
function closureOf(manifest: Readonly<Record<string, Chunk>>, modules: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of manifest[name]?.imports ?? []) add(each);
  };
  for (const name of modules) {
    expect(Object.keys(manifest)).toContain(name);
    add(name);
  }
  return found;
}

/** What a file of a build takes on its way, in bytes. */
async function bytesOf(file: string): Promise<number> {
  return (await stat(existsSync(`${file}.br`) ? `${file}.br` : file)).size;
}

/** The compressed script of some modules of the console, with all that they import. */
async function consoleBytes(modules: readonly string[]): Promise<number> {
  const manifest = await manifestOf(consoleFolder);
  let bytes = 0;
  for (const name of closureOf(manifest, modules))
    bytes += await bytesOf(`${consoleFolder}${manifest[name]?.file}`);
  return bytes;
}

/** The files of the first page, by the names of their groups. */
const firstPage = ['rolldown-runtime', 'entry', 'react', 'services', 'machines', 'app', 'shared', 'signIn'];

test('the app starts with files that are each run in a task of its own', async () => {
  const manifest = await manifestOf('dist/app/');
  const named = new Map(Object.values(manifest).map(({ name, file }) => [name, file]));
  const sizes = ['react', 'services', 'machines', 'app'].map(async (name) => {
    const { size } = await stat(`dist/app/${named.get(name)}`);
    return { name, isShort: size < (name === 'react' ? 230_000 : 110_000) };
  });
  expect((await Promise.all(sizes)).filter(({ isShort }) => !isShort)).toEqual([]);
});

test('after the login form the other ways to sign in load little, and nothing of the wallet', async () => {
  const manifest = await manifestOf('dist/app/');
  const added = [...closureOf(manifest, ['src/app/wiring/signInMethods.ts'])]
    .map((name) => manifest[name])
    .filter((chunk) => !firstPage.includes(chunk?.name ?? ''));
  expect(added.map((chunk) => chunk?.name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:flows|lists|portfolio)$/)]),
  );
  const sizes = await Promise.all(added.map((chunk) => bytesOf(`dist/app/${chunk?.file}`)));
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(25_000);
});

test('the first step of the registration is drawn without the code of dates and countries', async () => {
  const manifest = await manifestOf('dist/app/');
  const page = 'src/app/pages/RegistrationPage.tsx';
  // The profile and the verification import the same module at once, so the manifest has it by the name of its file alone.
  const later = manifest[page]?.dynamicImports?.map((name) => manifest[name]?.name);
  expect(later).toEqual(['OriginFields']);
  expect([...closureOf(manifest, [page])].map((name) => manifest[name]?.name)).not.toContain('OriginFields');
});

test('the console’s login and its first area stay within their budgets', async () => {
  const first = ['console.html'];
  expect(await consoleBytes(first)).toBeLessThan(150_000);
  const area = ['src/console/areas/withdrawals.ts', 'src/screens/console/WithdrawalsScreen.tsx'];
  expect(await consoleBytes([...first, ...area])).toBeLessThan(200_000);
});

test('nothing of the console is in the app, and the app’s worker keeps nothing of it', async () => {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(scripts.map((name) => readFile(folder + name, 'utf8')))).join('\n');
  expect(code).not.toContain('operator_session');
  expect(await readdir('dist/app')).not.toContain('console.html');
  expect(await readFile('dist/app/shellWorker.js', 'utf8')).not.toContain('console.html');
});
