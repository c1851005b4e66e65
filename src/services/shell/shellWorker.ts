/**
 * Serves the app's own files without a connection: the page, its scripts, styles, texts and fonts, all of one version. It ignores requests for
 * files that the build does not list, so it never stores an answer of the server.
 */

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Told extends Event {
  readonly data: unknown;
}

/** The parts of the worker's global scope that are used here; the types of pages lack them. */
interface WorkerScope {
  readonly location: Location;
  readonly navigator: { readonly locks?: LockManager };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Told) => void): void;
  /** Inserted by the build. `revision` is null for a file whose name changes with its content. */
  readonly builtFiles: readonly { readonly url: string; readonly revision: string | null }[];
}

declare const self: WorkerScope;

const files = self.builtFiles.map(({ url, revision }) => ({ path: `/${url}`, revision }));
const paths = new Set(files.map(({ path }) => path));
/** How many files are requested at once. */
const filesAtOnce = 8;
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
  const isOpened = request.mode === 'navigate';
  const isAnswered = isOpened ? isPlace(pathname) : paths.has(pathname) || pathname.startsWith('/assets/');
  if (!isAnswered) return;
  event.respondWith(serve(request));
  // Without an answer of the server the stored page stays as it is.
  if (isOpened) event.waitUntil(renewPage().catch(() => {}));
});

async function install(): Promise<void> {
  const cache = await caches.open(await name);
  const requests = files.map(
    ({ path, revision }) => new Request(path, { cache: revision === null ? 'default' : 'reload' }),
  );
  // A few at a time, because hundreds of requests at once would slow down the page that is being used meanwhile.
  while (requests.length > 0) await cache.addAll(requests.splice(0, filesAtOnce));
}

/** Deletes old versions, except the one before this and those that an open tab runs, because it may load more of their files. */
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

/**
 * Stores the page again while the server answers with the same one: its headers, the content policy among them, may have changed since.
 * Another page belongs to another version, which comes with a worker of its own.
 */
async function renewPage(): Promise<void> {
  const own = await caches.open(await name);
  const known = await own.match(page);
  if (!known) return;
  const answer = await fetch(page, { cache: 'no-cache' });
  // A browser opens no page from an answer that was redirected.
  if (!answer.ok || answer.redirected) return;
  if ((await answer.clone().text()) === (await known.text())) await own.put(page, answer);
}

/** Whether a path is an address of the app, not of a file or of the API. */
function isPlace(path: string): boolean {
  return !path.startsWith('/api/') && !path.slice(path.lastIndexOf('/') + 1).includes('.');
}

/** The name of a version: a hash of its files, so that other files have another name. */
async function nameOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return prefix + [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
