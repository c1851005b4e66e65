import { expect, test } from 'vitest';
import { type FeedRound, judgeRound } from '../../../server/rates/feeds.ts';

const at = new Date('2026-11-20T09:00:00.000Z');
const now = BigInt(at.getTime() / 1_000);
const when = { maximumAge: 3_600_000, at };
const good: FeedRound = { decimals: 8n, round: 7n, answer: 300_000_000_000n, updatedAt: now - 60n };
const rate = (text: string, updatedAt = good.updatedAt) => ({
  kind: 'rate',
  rate: text,
  goodUntil: new Date(Number(updatedAt) * 1_000 + when.maximumAge),
});
const judge = (changes: Partial<FeedRound>, believed: Partial<FeedRound> | null = null) =>
  judgeRound({ ...good, ...changes }, believed && { ...good, ...believed }, when);

test.each([
  [0n, 3_000n, '3000'],
  [1n, 1n, '0.1'],
  [8n, 300_012_345_678n, '3000.12345678'],
  [18n, 1n, '0.000000000000000001'],
  [36n, 3_000n * 10n ** 36n, '3000'],
  [36n, 123_456_789n * 10n ** 12n, '0.000000000000000123'],
  [8n, 9_999_999_999_999n * 10n ** 8n, '9999999999999'],
])('with %i decimals %i is a price of %s, cut to 18 decimals', (decimals, answer, expected) => {
  expect(judge({ decimals, answer })).toEqual(rate(expected));
});

const most = 2n ** 255n - 1n;
test.each<[string, Partial<FeedRound>]>([
  ['it has 37 decimals', { decimals: 37n }],
  ['it has 255 decimals', { decimals: 255n }],
  ['its answer is 0', { answer: 0n }],
  ['its answer is -1', { answer: -1n }],
  ['its answer is -57896044618… (78 digits)', { answer: -(2n ** 255n) }],
  ['its answer is 578960446186… (77 digits) with 8 decimals', { answer: most }],
  ['its answer is 100000000000… (71 digits) with 8 decimals', { answer: 10n ** 70n }],
  ['its answer is 1000000000000000000000 with 8 decimals', { answer: 10n ** 21n }],
  ['its answer is 1 with 19 decimals', { decimals: 19n, answer: 1n }],
  ['its answer is 999999999999999999 with 36 decimals', { decimals: 36n, answer: 10n ** 18n - 1n }],
  ['its last round is in the future', { updatedAt: now + 121n }],
  ['its last round is in the future', { updatedAt: 2n ** 256n - 1n }],
  ['it has no price yet', { updatedAt: 0n }],
  ['its last round is from 2026-11-20T07:59:59.000Z', { updatedAt: now - 3_601n }],
])('its pair is stopped: %s', (reason, changes) => {
  expect(judge(changes)).toEqual({ kind: 'stopped', reason });
});

test('a round is believed to its last moment, and two minutes ahead of our clock', () => {
  expect(judge({ updatedAt: now - 3_600n })).toEqual(rate('3000', now - 3_600n));
  expect(judge({ updatedAt: now + 120n })).toEqual(rate('3000', now + 120n));
});

test.each<[string, Partial<FeedRound>, Partial<FeedRound>, object]>([
  ['the same round', {}, {}, { kind: 'same' }],
  ['the next round', { round: 8n }, {}, rate('3000')],
  ['a new phase of a proxy', { round: 2n ** 64n + 1n }, {}, rate('3000')],
  ['the same round, written again', { updatedAt: now }, {}, rate('3000', now)],
  [
    'the same round with another answer',
    { answer: 300_000_000_001n },
    {},
    { kind: 'stopped', reason: 'the answer of its round 7 has changed' },
  ],
  [
    'a round before it',
    { round: 6n, updatedAt: now },
    {},
    { kind: 'ignored', reason: 'it went back from round 7 to 6' },
  ],
  [
    'the same round as it was before',
    { updatedAt: now - 61n },
    {},
    { kind: 'ignored', reason: 'it went back from round 7 to 7' },
  ],
  [
    'a later round that is older',
    { round: 8n, updatedAt: now - 61n },
    {},
    { kind: 'ignored', reason: 'round 8 is older than round 7 before it' },
  ],
  [
    'other decimals',
    { round: 8n, decimals: 18n },
    {},
    { kind: 'stopped', reason: 'its decimals have changed from 8 to 18' },
  ],
  [
    'the same round, too old by now',
    { updatedAt: now - 3_601n },
    { updatedAt: now - 3_601n },
    { kind: 'stopped', reason: 'its last round is from 2026-11-20T07:59:59.000Z' },
  ],
])('after a round that is believed: %s', (_, changes, believed, expected) => {
  expect(judge(changes, believed)).toEqual(expected);
});
