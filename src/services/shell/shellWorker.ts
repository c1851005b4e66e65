/**
 * Serves the app's own files without a connection: the page, its scripts, styles, words and fonts, of one version each.
 * What is not in the build's list is not its business, so that an answer of the server is never kept here.
 */

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Told extends Event {
  readonly data: unknown;
}

/** What of the worker's world is used here; the types of pages do not know it. */
interface WorkerScope {
  readonly location: Location;
  readonly navigator: { readonly locks?: LockManager };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Told) => void): void;
  /** Put in by the build. `revision` is null for a file whose name tells its content. */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
}

declare const self: WorkerScope;

const files = self.__WB_MANIFEST.map(({ url, revision }) => ({ path: `/${url}`, revision }));
const paths = new Set(files.map(({ path }) => path));
const page = '/index.html';
const prefix = 'shell-';
const name = nameOf(JSON.stringify(files));

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', ({ data }) => {
  if (data === 'let in') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (
    request.mode === 'navigate' ? isPlace(pathname) : paths.has(pathname) || pathname.startsWith('/assets/')
  )
    event.respondWith(serve(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(await name);
  await cache.addAll(
    files.map(({ path, revision }) => new Request(path, { cache: revision === null ? 'default' : 'reload' })),
  );
}

/** A tab may still run another version, and load more of it: what no tab says that it runs goes, all but the one before this. */
async function activate(): Promise<void> {
  const own = await name;
  const others = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== own);
  const held = ((await self.navigator.locks?.query())?.held ?? []).map((lock) => lock.name ?? '');
  for (const each of others.slice(0, -1)) {
    const cache = await caches.open(each);
    const found = await Promise.all(
      held.filter((entry) => entry.startsWith('/')).map((entry) => cache.match(entry)),
    );
    if (found.every((file) => file === undefined)) await caches.delete(each);
  }
  await self.clients.claim();
}

async function serve(request: Request): Promise<Response> {
  const own = await caches.open(await name);
  const found =
    request.mode === 'navigate'
      ? await own.match(page)
      : ((await own.match(request, { ignoreVary: true })) ??
        (await caches.match(request, { ignoreVary: true })));
  return found ?? fetch(request);
}

/** An address of the app, not of a file or of the server. */
function isPlace(path: string): boolean {
  return !path.startsWith('/api/') && !path.slice(path.lastIndexOf('/') + 1).includes('.');
}

/** A version is named for what it is made of. */
async function nameOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return prefix + [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
