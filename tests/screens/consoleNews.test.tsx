import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { KeysetPage } from '../../contract/paging.ts';
import type { Published, PublishedArticle } from '../../contract/publishing.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Sent } from '../../src/machines/console/decision.ts';
import {
  blankArticle,
  type NewsChoice,
  newsArea,
  newsDecision,
  newsDetails,
  newsList,
  newsPart,
  newsPreview,
  newsReviews,
  unwrittenArticle,
} from '../../src/machines/console/newsArea.ts';
import NewsScreen from '../../src/screens/console/NewsScreen.tsx';
import { asChild, manualCall } from '../support/actors.ts';
import {
  answering,
  areaOf,
  consoleNow,
  failing,
  newsShown,
  publishedArticle,
  publishedLine,
} from '../support/consoleAreas.ts';
import { arrives, draw, everyState, expectPresentable, languages, text } from './draw.tsx';

const withdrawn = { ...publishedLine, slug: 'gone', withdrawn_at: '2026-11-20T09:00:00.000Z' };

function news(changes: { lines?: unknown; article?: unknown; read?: unknown } = {}) {
  const { lines = [publishedLine, withdrawn], article = publishedArticle } = changes;
  const part = newsPart.provide({
    actors: { load: answering({ data: lines, meta: { next: null } }).load as never },
  });
  const preview = answering(newsShown);
  const load = (changes.read ?? (article === 'failed' ? failing : answering(article).load)) as never;
  const reviews = newsReviews.provide({
    actors: {
      list: newsList.provide({ actors: { part } }),
      details: newsDetails.provide({ actors: { load } }),
    },
  });
  const logic = newsArea.provide({
    actors: { reviews, preview: newsPreview.provide({ actors: { load: preview.load } }) },
  });
  return { asked: preview.keys, area: areaOf(logic, { name: 'anna', role: 'support' }).child };
}

const reviewsOf = ({ area }: ReturnType<typeof news>) => {
  const { reviews } = area.getSnapshot().children;
  if (!reviews) throw new Error('nothing is reviewed');
  return reviews;
};

describe.each(everyState(languages))('in %s', (language) => {
  test('the list of articles, an empty one, an article, and each choice', async () => {
    for (const lines of [[], [publishedLine, withdrawn]]) {
      draw(<NewsScreen area={news({ lines }).area} />, language);
      await arrives(() => {});
      await expectPresentable();
      cleanup();
    }
    for (const article of [
      publishedArticle,
      'failed',
      {
        ...publishedArticle,
        category: 'made-up',
        withdrawn_at: withdrawn.withdrawn_at,
        texts: [{ ...publishedArticle.texts[0], source: null }],
      },
    ]) {
      const it = news({ article });
      draw(<NewsScreen area={it.area} />, language);
      await arrives(() => reviewsOf(it).send({ type: 'item.opened', item: publishedLine }));
      await expectPresentable();
      cleanup();
    }
    const it = news({ article: unwrittenArticle });
    draw(<NewsScreen area={it.area} />, language);
    await arrives(() => reviewsOf(it).send({ type: 'item.opened', item: blankArticle }));
    await expectPresentable();
    const decision = reviewsOf(it).getSnapshot().context.decisions.new;
    const text = {
      language: 'ru',
      slug: '',
      title: '',
      summary: '',
      category: '',
      image: '',
      markdown: '',
    } as const;
    await arrives(() =>
      decision?.send({
        type: 'choice.made',
        choice: { verdict: 'publish', seen: null, shared: null, text },
      }),
    );
    await expectPresentable();
    await arrives(() => decision?.send({ type: 'choice.confirmed' }));
    await expectPresentable();
    await arrives(() => it.area.send({ type: 'preview.requested', source: 'any' }));
    await expectPresentable();
  });
});

test('an article is written, looked at as its readers see it, and what was typed outlives its undoing', async () => {
  const user = userEvent.setup();
  const it = news({ article: unwrittenArticle });
  draw(<NewsScreen area={it.area} />, 'en');
  await user.click(await screen.findByRole('button', { name: 'New article' }));
  await user.click(await screen.findByRole('button', { name: 'Write in English' }));
  const type = async (label: string | RegExp, typed: string) => {
    const field = await screen.findByLabelText(label);
    field.focus();
    await user.paste(typed);
  };
  await type('Title', 'A quiet week');
  await type('Name in the address', 'a-quiet-week');
  await type('Summary', 'Nothing broke.');
  expect(screen.getByRole('button', { name: 'Preview' }).getAttribute('aria-disabled')).toBe('true');
  await type('Text', '## Really\n\n**nothing**');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const shown = await screen.findByRole('region', { name: 'Preview' });
  expect(await screen.findByRole('heading', { name: 'Really' })).toBeTruthy();
  expect(shown.querySelector('strong')?.textContent).toBe('nothing');
  expect(it.asked).toHaveLength(1);
  await type('Text', ' at all');
  expect(await screen.findByText('The text has changed since this preview.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Write in English' }));
  const field: HTMLTextAreaElement = await screen.findByLabelText('Text');
  expect(field.value).toBe('## Really\n\n**nothing** at all');
});

test.each([
  [null, 'Readers of this language see the new text at once. Nobody is notified again.'],
  [
    withdrawn.withdrawn_at,
    'Readers see the article at once, as a new one. Everybody who hasn’t read it yet is notified.',
  ],
])('publishing what was unpublished at %s says who is notified', async (withdrawn_at, told) => {
  const user = userEvent.setup();
  const it = news({ article: { ...publishedArticle, withdrawn_at } });
  draw(<NewsScreen area={it.area} />, 'en');
  await arrives(() => reviewsOf(it).send({ type: 'item.opened', item: publishedLine }));
  await user.click(await screen.findByRole('button', { name: 'Edit English' }));
  expect(await screen.findByText(told)).toBeTruthy();
});

test('a kept text of an article that was withdrawn meanwhile goes on as one that brings it back', async () => {
  const user = userEvent.setup();
  const read = manualCall<Loaded<PublishedArticle>, ReadRequest>();
  const it = news({ read: read.logic });
  const reviews = reviewsOf(it);
  const last = () =>
    reviews.getSnapshot().context.decisions[publishedLine.slug]?.getSnapshot().context.choice;
  const answer = (data: PublishedArticle) =>
    arrives(() => read.last().answer({ data, loadedAt: consoleNow }));
  draw(<NewsScreen area={it.area} />, 'en');
  await arrives(() => reviews.send({ type: 'item.opened', item: publishedLine }));
  await answer(publishedArticle);
  await user.click(screen.getByRole('button', { name: 'Edit English' }));
  await user.clear(screen.getByLabelText('Title'));
  await user.paste('A loud week');
  expect(last()).toMatchObject({ shared: { is_withdrawn: false }, text: { title: 'A loud week' } });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await arrives(() => reviews.send({ type: 'decision.settled', key: publishedLine.slug }));
  await answer({ ...publishedArticle, withdrawn_at: withdrawn.withdrawn_at });
  await user.click(screen.getByRole('button', { name: 'Edit English' }));
  expect(screen.getByText(/^Readers see the article at once, as a new one/)).toBeTruthy();
  expect(last()).toMatchObject({ shared: { is_withdrawn: true }, text: { title: 'A loud week' } });
});

test.each([
  ['Keep my text', { title: 'A loud week', markdown: 'Really **nothing**.' }],
  ['Edit this text', { title: 'A quiet week', markdown: 'Hers.' }],
])(
  'a text that was published over meanwhile is shown before one’s own is sent again: %s',
  async (name, kept) => {
    const clock = new SimulatedClock();
    const lines = answering<KeysetPage<Published>>({ data: [publishedLine], meta: { next: null } });
    const read = manualCall<Loaded<PublishedArticle>, ReadRequest>();
    const send = manualCall<void, Sent<Published, NewsChoice>>();
    const logic = newsArea.provide({
      actors: {
        reviews: newsReviews.provide({
          actors: {
            list: newsList.provide({ actors: { part: newsPart.provide({ actors: { load: lines.load } }) } }),
            details: newsDetails.provide({ actors: { load: read.logic } }),
            decision: newsDecision.provide({ actors: { send: send.logic } }),
          },
        }),
      },
    });
    const operator = { name: 'anna', role: 'support' };
    const { child: area } = asChild(logic, { now: () => clock.now(), operator }, clock);
    const { reviews } = area.getSnapshot().children;
    const last = () =>
      reviews?.getSnapshot().context.decisions[publishedLine.slug]?.getSnapshot().context.choice;
    const user = userEvent.setup();
    const press = (button: string) => user.click(screen.getByRole('button', { name: button }));
    const publish = async () => {
      await press('Publish');
      await arrives(() => {
        for (let second = 0; second < 10; second += 1) clock.increment(1_000);
      });
    };
    const first = publishedArticle.texts[0]?.updated_at;
    const updated_at = '2026-11-20T11:00:00.000Z';
    const texts = publishedArticle.texts.map((each) => ({ ...each, source: 'Hers.', updated_at }));
    const refuse = async () => {
      const reads = read.calls.length;
      await arrives(() => send.last().fail('STATUS_CONFLICT'));
      expect(read.calls).toHaveLength(reads + 1);
      await arrives(() => read.last().answer({ data: { ...publishedArticle, texts }, loadedAt: 0 }));
    };
    const newer = () => screen.queryByRole('region', { name: 'This text has changed meanwhile' });

    draw(<NewsScreen area={area} />, 'en');
    await arrives(() => reviews?.send({ type: 'item.opened', item: publishedLine }));
    await arrives(() => read.last().answer({ data: publishedArticle, loadedAt: 0 }));
    await press('Edit English');
    const field: HTMLInputElement = screen.getByLabelText('Title');
    await user.clear(field);
    await user.paste('A loud week');
    expect(newer()).toBeNull();
    await publish();
    await refuse();

    // What is sent again without a choice is refused again.
    await press('Edit English');
    expect(text(newer() as Element)).toContain('Hers.');
    await expectPresentable();
    await publish();
    const shared = { category: publishedLine.category, image: null };
    expect(send.last().input.choice).toMatchObject({ seen: first, shared, text: { title: 'A loud week' } });
    await refuse();

    await press('Edit English');
    await press(name);
    expect(newer()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
    expect(last()).toMatchObject({ seen: updated_at, text: kept });
  },
);
