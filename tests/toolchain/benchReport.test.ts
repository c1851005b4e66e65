import { expect, test } from 'vitest';
import type { Figure } from '../bench/figures.ts';
import { earlierOf, fallenOf, reportOf } from '../bench/report.ts';

const rate = (value: number, reference: number): Figure => ({
  ...{ name: 'payments', value, unit: '/s', beside: { name: 'pgbench', value: reference } },
});
const time = (value: number, reference: number): Figure => ({
  ...{ name: 'login, LCP', value, unit: 'ms', aim: 1_200, beside: { name: 'bare bundle', value: reference } },
});
const lone: Figure = { name: 'typing', value: 64.25, unit: 'ms', aim: 50 };

const report = (figures: readonly Figure[], before = '', failed: readonly string[] = []) =>
  reportOf({ day: '2026-11-28', commit: 'abc', machine: '2 processors', figures, failed }, earlierOf(before));
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('|'));
const first = report([rate(1_000, 5_000), time(900, 600), lone]);

test('a report tells each figure with its aim, what it stands beside, and what an earlier report said', () => {
  const second = report([rate(2_000, 4_000), time(600, 600), lone], first);
  expect(rowsOf(first)).toEqual([
    '| measured | now | before | aim | beside, in the same run | ratio | ratio before |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| payments | 1,000/s |  |  | pgbench: 5,000/s | 0.2 |  |',
    '| login, LCP | 900 ms |  | 1,200 ms | bare bundle: 600 ms | 1.5 |  |',
    '| typing | 64.3 ms |  | 50 ms |  |  |  |',
  ]);
  expect(rowsOf(second).slice(2)).toEqual([
    '| payments | 2,000/s | 1,000/s |  | pgbench: 4,000/s | 0.5 | 0.2 |',
    '| login, LCP | 600 ms | 900 ms | 1,200 ms | bare bundle: 600 ms | 1 | 1.5 |',
    '| typing | 64.3 ms | 64.3 ms | 50 ms |  |  |  |',
  ]);
});

test('benches that ended in an error are named', () => {
  expect(report([], '', ['load', 'feel'])).toContain('ended in an error: load, feel.');
  expect(first).not.toContain('error');
});

test.each([
  ['a rate that fell with the machine', [rate(500, 2_500)], []],
  ['a rate that fell by a seventh', [rate(860, 5_000)], []],
  ['a rate that fell by a sixth', [rate(830, 5_000)], ['payments: 0.166 of pgbench, before 0.2']],
  ['a time that grew by a seventh', [time(1_020, 600)], []],
  ['a time that grew by a fifth', [time(1_080, 600)], ['login, LCP: 1.8 of bare bundle, before 1.5']],
  ['what has nothing beside it', [{ ...lone, value: 640 }], []],
  ['what was not measured before', [{ ...rate(1, 5_000), name: 'other' }], []],
])('of a ratio, %s is told where it is worse by more than 15 %%', (_, figures, sentences) => {
  expect(fallenOf(figures, earlierOf(first))).toEqual(sentences);
});
