import type { AnyActorRef } from 'xstate';
import {
  newsArea,
  newsDecision,
  newsDetails,
  newsList,
  newsPart,
  newsPreview,
  newsReviews,
  sourceOf,
} from '../../../src/machines/console/newsArea.ts';
import NewsScreen from '../../../src/screens/console/NewsScreen.tsx';
import { newsShown, publishedArticle, publishedLine } from '../../support/consoleAreas.ts';
import { paste, press } from '../../support/replay/gestures.ts';
import { outsideResource, readings, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const [english] = publishedArticle.texts;
const text = {
  language: 'en',
  slug: publishedLine.slug,
  category: 'product',
  image: '',
  title: 'A quiet week',
  summary: 'Nothing broke.',
  markdown: 'Really **nothing**.',
} as const;
const publishing = { verdict: 'publish', seen: english?.updated_at ?? null, text };
const changed = { ...publishing, text: { ...text, title: 'A calm week' } };
const untitled = { ...publishing, text: { ...text, title: '' } };
const inRussian = {
  verdict: 'publish',
  seen: null,
  text: { ...text, language: 'ru', title: '', summary: '', markdown: '' },
};
const sources = [sourceOf(text), sourceOf(changed.text)];

const previewIn = (root: AnyActorRef) => root.getSnapshot().children.preview.getSnapshot();
/** The article is there, so that its text can be changed. */
const isWritten = (root: AnyActorRef) =>
  root.getSnapshot().children.reviews.getSnapshot().children.details.getSnapshot().context.data !== null;
const fields = [/^Title/, /Category$/, /^Picture/, /^Summary/, /^Text/];

export const map = reviewMap({
  area: newsArea,
  review: { machine: newsReviews, at: 'reviews' },
  covers: [newsPreview],
  answers: { 'preview.load': {} },
  list: newsList,
  part: newsPart,
  decision: newsDecision,
  details: { machine: newsDetails, data: publishedArticle },
  isChosenFromDetails: true,
  screen: (area) => <NewsScreen area={area} />,
  item: publishedLine,
  key: publishedLine.slug,
  row: /^A quiet week/,
  back: press('Back to list'),
  choices: [
    { choice: { verdict: 'unpublish' }, by: press('Unpublish'), confirmed: press('Unpublish') },
    { choice: publishing, by: press('Edit English'), confirmed: press('Publish') },
    { choice: inRussian, by: press('Write in Russian'), confirmed: press('Publish') },
  ],
  changes: [{ from: publishing, choice: untitled, by: paste(/^Title/, '') }],
  again: { item: publishedLine, by: press('Continue'), offered: (decision) => decision.matches('done') },
  views: [...fields, 'New article', 'Preview'],
  scenes: ({ machine, opened, decision, answers, decisionIn }) => [
    {
      machine,
      // The preview of a text.
      isShown: (root) => isWritten(root) && decisionIn(root)?.matches('confirming') === true,
      outside: [
        opened,
        { at: decision, event: { type: 'choice.made', choice: publishing } },
        ...outsideResource('preview'),
      ],
      person: [
        ...[publishing, changed].map((choice, index) => ({
          events: [{ type: 'preview.requested', source: sources[index] }],
          by: press('Preview'),
          offered: (root: AnyActorRef) => decisionIn(root)?.context.choice?.text?.title === choice.text.title,
        })),
        {
          at: 'preview',
          events: [{ type: 'refresh.requested' }],
          by: press('Try again'),
          offered: (preview: AnyActorRef) => whenOldOrMissing(preview.getSnapshot()),
        },
        {
          at: decision,
          events: [{ type: 'choice.changed', choice: changed }],
          by: paste(/^Title/, 'A calm week'),
          offered: (actor: AnyActorRef) => actor.getSnapshot().context.choice.text.title === text.title,
        },
      ],
      answers: { ...answers, 'preview.load': readings(newsShown) },
      views: [...fields, 'Publish', 'Cancel', 'Back to list'],
      distinguish: (root) => {
        const { key, dataKey } = previewIn(root).context;
        return [decisionIn(root)?.context.choice, key, dataKey];
      },
      until: (root) =>
        decisionIn(root)?.matches('reviewing') === true && previewIn(root).context.key !== null,
    },
  ],
});
