import { describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import type { Published } from '../../contract/publishing.ts';
import { mayCall } from '../../src/machines/console/consoleAreas.ts';
import type { Sent } from '../../src/machines/console/decision.ts';
import {
  blankArticle,
  type NewsChoice,
  newsArea,
  newsDecision,
  newsPreview,
  newsReviews,
  sourceOf,
  textErrors,
  type WrittenText,
} from '../../src/machines/console/newsArea.ts';
import { settled } from '../support/actors.ts';
import { answering, areaOf, consoleNow, newsShown, publishedLine } from '../support/consoleAreas.ts';
import { expectSound } from '../support/paths.ts';

const text: WrittenText = {
  language: 'en',
  slug: 'a-quiet-week',
  title: 'A quiet week',
  summary: 'Nothing broke.',
  category: 'product',
  image: '',
  markdown: 'Really.',
};

test('the area of articles has no dead end', () => {
  const input = { now: () => consoleNow, operator: { name: 'anna', role: 'support' } };
  expectSound(newsReviews, {
    input,
    events: [
      { type: 'item.opened', item: blankArticle },
      { type: 'item.opened', item: publishedLine },
      { type: 'item.closed' },
    ],
    answers: { list: {}, details: {} },
    distinguish: ({ context }) => context.opened,
  });
  expectSound(
    newsArea.provide({ actions: { tellLock: () => {} } }),
    {
      input,
      events: [
        { type: 'preview.requested', source: 'one' },
        { type: 'preview.requested', source: null },
        { type: 'area.locked', area: 'news', isLocked: true },
      ],
      answers: { reviews: {}, preview: {} },
    },
    ['news.open'],
  );
});

test('is for support and administrators', () => {
  const roles = ['support', 'compliance', 'treasury', 'administrator'];
  expect(roles.filter((role) => mayCall(role, 'GET /news'))).toEqual(['support', 'administrator']);
});

describe('a text', () => {
  test.each([
    [{ title: '' }, { title: 'required' }],
    [{ title: 'ab' }, { title: 'too_short' }],
    [{ summary: ' ' }, { summary: 'required' }],
    [{ slug: 'A week!' }, { slug: 'format' }],
    [{ category: '' }, { category: 'required' }],
    [{ image: 'javascript:x' }, { image: 'format' }],
    [{ markdown: ' \n' }, { source: 'required' }],
  ] as const)('with %j is not published', (changes, errors) => {
    expect(textErrors({ ...text, ...changes })).toEqual(errors);
  });

  test('is sent with its head, which no character of it can end', () => {
    expect(textErrors(text)).toEqual({});
    const source = sourceOf({ ...text, title: 'One "two": #3 \\', image: ' /news/a.png ' });
    expect(source).toBe(
      [
        '---',
        'title: "One \\"two\\": #3 \\\\"',
        'summary: "Nothing broke."',
        'slug: "a-quiet-week"',
        'category: "product"',
        'image: "/news/a.png"',
        '---',
        '',
        'Really.',
      ].join('\n'),
    );
  });
});

test('what is looked at is asked for when somebody asks, and a lock is told on to the console', async () => {
  const shown = answering(newsShown);
  const sent: unknown[] = [];
  const decision = newsDecision.provide({
    actors: {
      send: fromPromise<void, Sent<Published, NewsChoice>>(async ({ input }) => void sent.push(input.choice)),
    },
  });
  const { child, told } = areaOf(
    newsArea.provide({
      actors: {
        preview: newsPreview.provide({ actors: { load: shown.load } }),
        reviews: newsReviews.provide({ actors: { decision } }),
      },
    }),
    { name: 'anna', role: 'support' },
  );
  await settled();
  expect(shown.keys).toEqual([]);
  child.send({ type: 'preview.requested', source: sourceOf(text) });
  await settled();
  expect(shown.keys).toEqual([sourceOf(text)]);
  const { reviews } = child.getSnapshot().children;
  reviews?.send({ type: 'item.opened', item: blankArticle });
  const opened = reviews?.getSnapshot().context.decisions.new;
  opened?.send({ type: 'choice.made', choice: { verdict: 'publish', seen: null, shared: null, text } });
  opened?.send({ type: 'choice.confirmed' });
  expect(told).toContainEqual({ type: 'area.locked', area: 'news', isLocked: true });
  expect(sent).toEqual([]);
});
