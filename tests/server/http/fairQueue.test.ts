import { expect, test } from 'vitest';
import { createFairQueue } from '../../../server/core/fairQueue.ts';

/** Works that end when they are told to, and the order in which they began. */
function workshop() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      began.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, work, end };
}

test('a free place goes to each subject in turn, not to who has asked most', async () => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, ofOne: 30, inAll: 100 });
  const { began, work, end } = workshop();
  const all = [
    ...Array.from({ length: 30 }, (_, count) => queue('anna', work(`anna ${count}`))),
    queue('boris', work('boris 0')),
    queue('clara', work('clara 0')),
    queue('boris', work('boris 1')),
  ];
  for (let count = 0; count < 7; count += 1) await end(began.at(-1) ?? '');
  expect(began).toEqual(['anna 0', 'anna 1', 'boris 0', 'clara 0', 'anna 2', 'boris 1', 'anna 3', 'anna 4']);
  while (began.length < 33) await end(began.at(-1) ?? '');
  await end(began.at(-1) ?? '');
  expect(new Set(await Promise.all(all)).size).toBe(33);
});

test('one subject leaves a place free for the next', async () => {
  const queue = createFairQueue({ running: 2, runningOfOne: 1, ofOne: 8, inAll: 100 });
  const { began, work, end } = workshop();
  const all = [queue('anna', work('anna 0')), queue('anna', work('anna 1')), queue('boris', work('boris 0'))];
  expect(began).toEqual(['anna 0', 'boris 0']);
  await end('anna 0');
  expect(began).toEqual(['anna 0', 'boris 0', 'anna 1']);
  await end('anna 1');
  await end('boris 0');
  await Promise.all(all);
});

test('what is over a subject’s share is refused to that subject, what is over the whole to everybody', async () => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, ofOne: 3, inAll: 5 });
  const { work, end, began } = workshop();
  const code = (subject: string) =>
    queue(subject, work(`${subject} refused`)).catch((error: unknown) => error);
  const mine = [0, 1, 2].map((count) => queue('anna', work(`anna ${count}`)));
  expect(await code('anna')).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 2 } });
  const others = ['boris', 'clara'].map((name) => queue(name, work(name)));
  expect(await code('dora')).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 2 } });
  while (began.length < 5) await end(began.at(-1) ?? '');
  await end(began.at(-1) ?? '');
  await Promise.all([...mine, ...others]);
  const again = queue('anna', work('anna again'));
  await end('anna again');
  expect(await again).toBe('anna again');
});

test('a work that fails gives its place back', async () => {
  const queue = createFairQueue({ running: 1, runningOfOne: 1, ofOne: 2, inAll: 2 });
  const failing = () => queue('anna', () => Promise.reject(new Error('broken')));
  for (let count = 0; count < 5; count += 1) await expect(failing()).rejects.toThrow('broken');
  expect(await queue('anna', async () => 'whole')).toBe('whole');
});
