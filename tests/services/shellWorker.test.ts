import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The worker of a version, in a browser that has `kept` and whose tabs hold `held`. Answers how it takes over. */
async function workerOf(kept: Map<string, Set<string>>, held: readonly string[] | null) {
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
  vi.stubGlobal('self', {
    location,
    navigator:
      held === null ? {} : { locks: { query: async () => ({ held: held.map((name) => ({ name })) }) } },
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    builtFiles: [{ url: 'index.html', revision: 'new' }],
  });
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const files = kept.get(name) ?? new Set();
      kept.set(name, files);
      return {
        addAll: async (requests: readonly Request[]) => {
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
