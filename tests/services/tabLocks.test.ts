import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { claimTabLock, untilFree } from '../../src/services/money/tabLocks.ts';

type Work = (lock: object | null) => unknown;
interface Options {
  readonly steal?: boolean;
  readonly ifAvailable?: boolean;
  readonly mode?: 'shared' | 'exclusive';
  readonly signal?: AbortSignal;
}

/** Web Locks as their standard has them, as far as an exclusive lock that can be stolen goes; jsdom has none. */
function createLocks() {
  const held = new Map<string, { lose: (error: Error) => void }>();
  const waiting: (() => void)[] = [];
  return {
    async request(name: string, options: Options, work: Work): Promise<unknown> {
      if (options.steal) held.get(name)?.lose(new DOMException('stolen', 'AbortError'));
      else if (options.ifAvailable && held.has(name)) return work(null);
      while (!options.steal && held.has(name)) {
        await new Promise<void>((resolve, reject) => {
          waiting.push(resolve);
          options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        });
      }
      return new Promise((resolve, reject) => {
        const mine = { lose: reject };
        held.set(name, mine);
        Promise.resolve(work({ name })).then((value) => {
          if (held.get(name) === mine) held.delete(name);
          for (const go of waiting.splice(0)) go();
          resolve(value);
        });
      });
    },
  };
}

function useLocks(locks: unknown) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const letGo: (() => void)[] = [];
afterEach(() => {
  for (const go of letGo.splice(0)) go();
});

/** A tab that claims the tabLock; `heard` is what it was told. */
function tab(takesOver = false) {
  const heard: string[] = [];
  const go = claimTabLock('send.vera', { takesOver }, (report) => heard.push(report));
  letGo.push(go);
  return { heard, go };
}

describe('with Web Locks', () => {
  test('the first tab has it, the second is told so, and gets it when it is free', async () => {
    useLocks(createLocks());
    const first = tab();
    const second = tab();
    await settled();
    expect([first.heard, second.heard]).toEqual([['held'], ['taken']]);

    let isFree = false;
    void untilFree('send.vera', new AbortController().signal).then(() => {
      isFree = true;
    });
    await settled();
    expect(isFree).toBe(false);
    first.go();
    await settled();
    expect(isFree).toBe(true);
    const again = tab();
    await settled();
    expect(again.heard).toEqual(['held']);
  });

  test('taken over, the one who had it is told', async () => {
    useLocks(createLocks());
    const first = tab();
    await settled();
    const second = tab(true);
    await settled();
    expect([first.heard, second.heard]).toEqual([['held', 'lost'], ['held']]);
  });

  test('who has let go hears nothing more', async () => {
    useLocks(createLocks());
    const first = tab();
    await settled();
    first.go();
    await settled();
    const second = tab(true);
    await settled();
    expect([first.heard, second.heard]).toEqual([['held'], ['held']]);
  });

  test('who stops waiting is never told that it is free', async () => {
    useLocks(createLocks());
    const first = tab();
    await settled();
    const stopping = new AbortController();
    let isFree = false;
    void untilFree('send.vera', stopping.signal).then(() => {
      isFree = true;
    });
    await settled();
    stopping.abort();
    first.go();
    await settled();
    expect(isFree).toBe(false);
  });
});

test('a browser without locks holds every claim, and waits for nothing', async () => {
  useLocks(undefined);
  expect([tab().heard, tab(true).heard]).toEqual([['held'], ['held']]);
  await untilFree('send.vera', new AbortController().signal);
});

test('a browser whose locks fail holds the claim', async () => {
  useLocks({ request: () => Promise.reject(new DOMException('', 'SecurityError')) });
  const only = tab();
  await settled();
  expect(only.heard).toEqual(['held']);
});
