import { expect, test } from 'vitest';
import { coalesce } from '../../../server/database/coalesce.ts';

/** Work that is done when it is told to, and what it was given. */
function worker() {
  const given: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const work = async (items: readonly string[]) => {
    given.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map((item) => item.toUpperCase());
  };
  const end = async () => {
    while (ends.length === 0) await new Promise(setImmediate);
    ends.shift()?.();
  };
  return { given, work, end };
}

test('what comes while a batch is worked on is the next batch, and each gets its own answer', async () => {
  const { given, work, end } = worker();
  const add = coalesce(work, { most: 10 });
  const first = [add('a'), add('b')];
  await new Promise(setImmediate);
  const second = [add('c'), add('d'), add('e')];
  await end();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  await end();
  expect(await Promise.all(second)).toEqual(['C', 'D', 'E']);
  const third = add('f');
  await end();
  expect(await third).toBe('F');
  expect(given).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
});

test('a batch has its most, and no two of one name', async () => {
  const given: (readonly string[])[] = [];
  const add = coalesce(
    async (items: readonly string[]) => {
      given.push(items);
      return items;
    },
    { most: 2, nameOf: (item) => item.charAt(0) },
  );
  await Promise.all(['a1', 'a2', 'b1', 'a3', 'c1'].map(add));
  expect(given).toEqual([['a1', 'b1'], ['a2', 'c1'], ['a3']]);
});

test('a failure that may be one item’s is tried without the others; any other is told to all', async () => {
  const given: (readonly string[])[] = [];
  const work = async (items: readonly string[]) => {
    given.push(items);
    if (items.includes('bad')) throw new Error('bad');
    if (items.includes('dead')) throw new Error('dead');
    return items;
  };
  const add = coalesce(work, {
    most: 10,
    mayBeOnes: (error) => error instanceof Error && error.message === 'bad',
  });
  const settled = await Promise.allSettled(['a', 'bad', 'b'].map(add));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(given).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  const dead = await Promise.allSettled(['c', 'dead'].map(add));
  expect(dead.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(given).toHaveLength(5);
  expect(await add('d')).toBe('d');
});

test('work that does not answer each of its items is a fault', async () => {
  const add = coalesce(async () => ['one'], { most: 10 });
  const settled = await Promise.allSettled(['a', 'b'].map(add));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
