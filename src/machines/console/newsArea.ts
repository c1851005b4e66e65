/** Articles: written, edited, previewed, published and withdrawn, each language separately. */
import { type ActorRefFrom, sendParent, sendTo, setup } from 'xstate';
import type { Language } from '../../../contract/news.ts';
import {
  articleHead,
  articleSource,
  type NewsPreview,
  type Published,
  type PublishedArticle,
  type SharedHead,
} from '../../../contract/publishing.ts';
import { checkFields, type FieldErrors } from '../../../contract/rules.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import type { AreaInput, AreaLocked, CheckDue } from './consoleAreas.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionRef } from './decision.ts';

/** The typed text of an article in one language. */
export interface WrittenText {
  readonly language: Language;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly category: string;
  /** Empty without an image. */
  readonly image: string;
  readonly markdown: string;
}

export type NewsChoice =
  /** `seen`: when the edited text was published, null for a new text. `shared`: of the edited article, null for a new one. */
  | {
      readonly verdict: 'publish';
      readonly seen: string | null;
      readonly shared: SharedHead | null;
      readonly text: WrittenText;
    }
  | { readonly verdict: 'unpublish' };

/** The key of an article that does not exist yet. */
export const newArticle = 'new';

/** The article that a new one starts from. */
export const blankArticle: Published = {
  slug: '',
  category: '',
  languages: [],
  title: '',
  published_at: '',
  withdrawn_at: null,
};

/** The new article with its texts, of which it has none. */
export const unwrittenArticle: PublishedArticle = { ...blankArticle, image: null, texts: [] };

/** The head of an article, as far as it was typed. */
export const headOf = ({ title, summary, slug, category, image }: WrittenText) => ({
  title: title.trim(),
  summary: summary.trim(),
  slug: slug.trim(),
  category,
  image: image.trim() === '' ? null : image.trim(),
});

export function textErrors(text: WrittenText): FieldErrors {
  const head = checkFields(articleHead, headOf(text));
  return {
    ...(!head.ok && head.fields),
    ...(text.markdown.trim() === '' && { source: 'required' as const }),
  };
}

/** The text in the form that is sent: front matter and Markdown. */
export const sourceOf = (text: WrittenText): string => articleSource(headOf(text), text.markdown);

export const newsPart = createPartMachine<Published>();
export const newsList = createListMachine('newsList', newsPart);
export const newsDecision = createDecisionMachine<Published, NewsChoice>('newsDecision', (choice) =>
  choice.verdict === 'publish' ? textErrors(choice.text) : {},
);
export const newsDetails = createResourceMachine<PublishedArticle>('details');
export const newsReviews = createReviewAreaMachine<Published, NewsChoice, PublishedArticle>({
  area: 'news',
  keyOf: ({ slug }) => (slug === '' ? newArticle : slug),
  list: newsList,
  decision: newsDecision,
  details: newsDetails,
});
export const newsPreview = createResourceMachine<NewsPreview>('preview');

type NewsEvent =
  /** `source`: the text to preview; null for none. */
  { readonly type: 'preview.requested'; readonly source: string | null } | AreaLocked | CheckDue;

/** `reviews` is the list with its decisions; its lock is passed on to the parent. The server renders the preview by its rules for publishing. */
export const newsArea = setup({
  types: {
    context: {} as AreaInput,
    events: {} as NewsEvent,
    input: {} as AreaInput,
    children: {} as { reviews: 'reviews'; preview: 'preview' },
  },
  actors: { reviews: newsReviews, preview: newsPreview },
  actions: {
    show: sendTo('preview', (_, { source }: { source: string | null }) => ({
      type: 'screen.shown',
      key: source,
    })),
    check: sendTo('reviews', { type: 'check.due' }),
    tellLock: sendParent((_, lock: AreaLocked) => lock),
  },
}).createMachine({
  id: 'news',
  context: ({ input }) => input,
  invoke: [
    { id: 'reviews', src: 'reviews', input: ({ context }) => context },
    { id: 'preview', src: 'preview', input: ({ context }) => ({ now: context.now, key: null }) },
  ],
  initial: 'open',
  states: {
    open: {
      on: {
        'preview.requested': { actions: withEvent('show') },
        'check.due': { actions: 'check' },
        'area.locked': { actions: withEvent('tellLock') },
      },
    },
  },
});

export type NewsDecisionRef = DecisionRef<Published, NewsChoice>;
export type NewsReviewsRef = ReviewAreaRef<Published, NewsChoice, PublishedArticle>;
export type NewsAreaRef = ActorRefFrom<typeof newsArea>;
