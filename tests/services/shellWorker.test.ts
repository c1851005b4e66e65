import { afterEach, expect, test, vi } from 'vitest';

/** How many files were requested together, each time. */
const together: number[] = [];

afterEach(() => {
  together.length = 0;
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The worker of a version, in a browser that has `kept` and whose tabs hold `held`. Answers how it takes over. */
async function workerOf(
  kept: Map<string, Set<string>>,
  held: readonly string[] | null,
  builtFiles = [{ url: 'index.html', revision: 'new' }],
) {
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
  vi.stubGlobal('self', {
    location,
    navigator:
      held === null ? {} : { locks: { query: async () => ({ held: held.map((name) => ({ name })) }) } },
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    builtFiles,
  });
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const files = kept.get(name) ?? new Set();
      kept.set(name, files);
      return {
        addAll: async (requests: readonly Request[]) => {
          together.push(requests.length);
          for (const { url } of requests) files.add(new URL(url).pathname);
        },
        match: async (path: string) => (files.has(path) ? new Response() : undefined),
      };
    },
  });
  vi.stubGlobal(
    'Request',
    class {
      url: string;
      constructor(path: string) {
        this.url = new URL(path, location.origin).href;
      }
    },
  );
  await import('../../src/services/shell/shellWorker.ts');
  return async (type: 'install' | 'activate') => {
    let done: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ waitUntil: (work) => (done = work) });
    await done;
  };
}

test('a version is stored a few files at a time, so that the page goes first', async () => {
  const kept = new Map<string, Set<string>>();
  const files = Array.from({ length: 20 }, (_, index) => ({ url: `assets/${index}.js`, revision: 'new' }));
  await (await workerOf(kept, [], files))('install');
  expect([...kept.values()].map((stored) => stored.size)).toEqual([20]);
  expect(together).toEqual([8, 8, 4]);
});

const threeVersions = () =>
  new Map([
    ['others', new Set(['/assets/one.js'])],
    ['shell-1', new Set(['/assets/one.js'])],
    ['shell-2', new Set(['/assets/two.js'])],
    ['shell-3', new Set(['/assets/three.js'])],
  ]);

test.each([
  { held: ['/assets/one.js', 'exchange'], stays: ['others', 'shell-1', 'shell-3'] },
  { held: ['/assets/one.js', '/assets/two.js'], stays: ['others', 'shell-1', 'shell-2', 'shell-3'] },
  { held: [], stays: ['others', 'shell-3'] },
  { held: null, stays: ['others', 'shell-3'] },
])(
  'of the versions before it, those stay whose entry a tab holds ($held), and the last',
  async ({ held, stays }) => {
    const kept = threeVersions();
    const tell = await workerOf(kept, held);
    await tell('install');
    const own = [...kept.keys()].at(-1);
    await tell('activate');
    expect([...kept.keys()]).toEqual([...stays, own]);
  },
);

/** A worker that has stored its page with an old content policy; `answer` is the server's. Opens an address of the app. */
async function openerOf(answer: () => Promise<Response>) {
  const listeners = new Map<string, (event: object) => void>();
  const page = new Response('page', { headers: { 'content-security-policy': 'old' } });
  const stored = new Map([['/index.html', page]]);
  vi.stubGlobal('self', {
    location,
    navigator: {},
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    builtFiles: [{ url: 'index.html', revision: 'own' }],
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => stored.get(path)?.clone(),
      put: async (path: string, response: Response) => void stored.set(path, response),
    }),
  });
  vi.stubGlobal('fetch', answer);
  await import('../../src/services/shell/shellWorker.ts');
  return () => {
    const work: Promise<unknown>[] = [];
    let served: Promise<Response> | undefined;
    listeners.get('fetch')?.({
      request: { url: `${location.origin}/wallet`, method: 'GET', mode: 'navigate' },
      respondWith: (response: Promise<Response>) => {
        served = response;
      },
      waitUntil: (lasting: Promise<unknown>) => work.push(lasting),
    });
    const policy = async () => (await served)?.headers.get('content-security-policy');
    return { policy, ended: () => Promise.all(work) };
  };
}

const newPolicy = { headers: { 'content-security-policy': 'new' } };

test.each<[string, () => Promise<Response>, string]>([
  ['the same page with other headers', async () => new Response('page', newPolicy), 'new'],
  ['the page of another version', async () => new Response('newer page', newPolicy), 'old'],
  ['a refusal', async () => new Response('page', { ...newPolicy, status: 503 }), 'old'],
  ['nothing', () => Promise.reject(new TypeError('no line')), 'old'],
])(
  'a page opens as it is stored; the next time, after %s from the server, with the headers of its version',
  async (_, answer, next) => {
    const open = await openerOf(answer);
    const first = open();
    expect(await first.policy()).toBe('old');
    await first.ended();
    expect(await open().policy()).toBe(next);
  },
);

test('a page does not wait for the server', async () => {
  const open = await openerOf(() => new Promise(() => {}));
  expect(await open().policy()).toBe('old');
});
