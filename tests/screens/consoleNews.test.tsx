import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  blankArticle,
  newsArea,
  newsDetails,
  newsList,
  newsPart,
  newsPreview,
  newsReviews,
  unwrittenArticle,
} from '../../src/machines/console/newsArea.ts';
import NewsScreen from '../../src/screens/console/NewsScreen.tsx';
import {
  answering,
  areaOf,
  failing,
  newsShown,
  publishedArticle,
  publishedLine,
} from '../support/consoleAreas.ts';
import { arrives, draw, everyState, expectPresentable, languages } from './draw.tsx';

const withdrawn = { ...publishedLine, slug: 'gone', withdrawn_at: '2026-11-20T09:00:00.000Z' };

function news({ lines = [publishedLine, withdrawn] as unknown, article = publishedArticle as unknown } = {}) {
  const part = newsPart.provide({
    actors: { load: answering({ data: lines, meta: { next: null } }).load as never },
  });
  const preview = answering(newsShown);
  const load = (article === 'failed' ? failing : answering(article).load) as never;
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
      decision?.send({ type: 'choice.made', choice: { verdict: 'publish', seen: null, text } }),
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
