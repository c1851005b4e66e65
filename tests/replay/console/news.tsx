import type { AnyActorRef } from 'xstate';
import type { Language } from '../../../contract/news.ts';
import {
  newsArea,
  newsDecision,
  newsDetails,
  newsList,
  newsPart,
  newsPreview,
  newsReviews,
  sourceOf,
  type WrittenText,
} from '../../../src/machines/console/newsArea.ts';
import NewsScreen from '../../../src/screens/console/NewsScreen.tsx';
import { newsShown, publishedArticle, publishedLine } from '../../support/consoleAreas.ts';
import { paste, press } from '../../support/replay/gestures.ts';
import { outsideResource, readings, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';
import type { PersonStep } from '../../support/replay/screenMap.ts';

const { slug, category, title } = publishedLine;
const [published] = publishedArticle.texts;
const textIn = (language: Language, written: Pick<WrittenText, 'title' | 'summary' | 'markdown'>) => ({
  ...{ language, slug, category, image: '' },
  ...written,
});
const english = textIn('en', { title, summary: published?.summary ?? '', markdown: published?.source ?? '' });
const shared = { category, image: null, is_withdrawn: false };
const editing = { verdict: 'publish', seen: published?.updated_at ?? null, shared, text: english };
const retitled = { ...editing, text: { ...english, title: 'A loud week' } };
const typeTitle = paste(/^Title/, retitled.text.title);

const fields = [/^(?:Title|Name in the address|Picture|Summary|Text)/, /Category$/];
const others = [
  'New article',
  'Refresh',
  'Unpublish',
  'Write in Russian',
  'Cancel',
  'Publish',
  'Back to list',
];

export const map = reviewMap({
  area: newsArea,
  reviews: newsReviews,
  inArea: (reviews) => newsArea.provide({ actors: { reviews: reviews as typeof newsReviews } }),
  at: 'reviews',
  list: newsList,
  part: newsPart,
  decision: newsDecision,
  details: { machine: newsDetails, data: publishedArticle },
  operator: { name: 'anna', role: 'support' },
  screen: (area) => <NewsScreen area={area as never} />,
  item: publishedLine,
  key: slug,
  row: /^A quiet week/,
  close: press('Back to list'),
  choices: [
    { name: 'Unpublish', choice: { verdict: 'unpublish' } },
    {
      name: 'Edit English',
      choice: editing,
      changes: [[typeTitle, retitled]],
      confirm: 'Publish',
      keeps: true,
    },
    {
      name: 'Write in Russian',
      choice: {
        verdict: 'publish',
        seen: null,
        shared,
        text: textIn('ru', { title: '', summary: '', markdown: '' }),
      },
      confirm: 'Publish',
    },
  ],
  again: {
    events: [{ type: 'item.opened', item: publishedLine }],
    by: press('Continue'),
    offered: (reviews) => {
      const decision = reviews.getSnapshot().context.decisions[slug]?.getSnapshot();
      return decision?.matches('done') === true;
    },
  },
  views: ['New article'],
  fields: [...fields, 'Preview'],
  covers: [newsPreview],
  scenes: (atOnce, opened) => {
    const at = `reviews.decision:${slug}`;
    const chosen = (root: AnyActorRef) =>
      root.getSnapshot().children.reviews.getSnapshot().context.decisions[slug]?.getSnapshot().context.choice;
    return [
      {
        ...atOnce,
        person: [
          opened,
          {
            at,
            events: [{ type: 'choice.made', choice: editing }],
            by: press('Edit English'),
          },
          {
            at,
            events: [{ type: 'choice.changed', choice: retitled }],
            by: typeTitle,
            offered: (_, root) => chosen(root)?.text?.title === title,
          },
          ...[editing, retitled].map(
            (choice): PersonStep => ({
              events: [{ type: 'preview.requested', source: sourceOf(choice.text) }],
              by: press('Preview'),
              offered: (root) => chosen(root)?.text?.title === choice.text.title,
            }),
          ),
          {
            at: 'preview',
            events: [{ type: 'refresh.requested' }],
            by: press('Try again'),
            offered: (preview, root) =>
              chosen(root) !== null && chosen(root) !== undefined && whenOldOrMissing(preview.getSnapshot()),
          },
        ],
        outside: outsideResource('preview').filter(({ event }) => event.type !== 'screen.shown'),
        answers: { 'preview.load': readings(newsShown) },
        views: [...others, ...fields],
        distinguish: (root) => {
          const { key, dataKey } = root.getSnapshot().children.preview.getSnapshot().context;
          return [chosen(root)?.text?.title, key, dataKey];
        },
      },
    ];
  },
});
