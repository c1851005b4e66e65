/** The news: a page of headlines, one article, and marking articles as read. */

import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Article, Headline } from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import type { AreaEvent, AreaInput } from '../core/area.ts';
import { createMarkingMachine, type MarkMade } from '../core/createMarkingMachine.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { placeholderCallback } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';
import { newsKey } from './newsQuery.ts';

/** A page of the news, by its query. */
export const newsMachine = createResourceMachine<Page<Headline>>('news');
/** One article, by its id. */
export const articleMachine = createResourceMachine<Article>('article');
/** Marks articles as read, by their ids. */
export const articleMarksMachine = createMarkingMachine<string>('articleMarks');

interface NewsContext {
  readonly now: () => number;
  /** The query of the list that was shown last; of the first page before. */
  readonly list: string;
  /** The shown article's id. */
  readonly id: string | null;
  /** Whether another area is shown: nobody sees what arrives then. */
  readonly isLeft: boolean;
  /** The id of the article that was marked last. */
  readonly marked: string | null;
}

/** Sent by `watchLanguage`, because articles depend on the language. */
interface LanguageChanged {
  readonly type: 'language.changed';
}

const keysOf = (shown: ScreenShown, list: string | null) => ({
  list: shown.name === 'article' ? (list ?? newsKey('')) : newsKey(shown.search),
  id: shown.name === 'article' ? (shown.params.id ?? null) : null,
  isLeft: false,
});

export const newsArea = setup({
  types: {
    context: {} as NewsContext,
    events: {} as AreaEvent | MarkMade | LanguageChanged,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as {
      news: 'news';
      article: 'article';
      articleMarks: 'articleMarks';
      watchLanguage: 'watchLanguage';
    },
  },
  actors: {
    news: newsMachine,
    article: articleMachine,
    articleMarks: articleMarksMachine,
    watchLanguage: placeholderCallback('watchLanguage'),
  },
  guards: {
    isUnread: ({ context }, { article }: { article: Article | null }) =>
      !context.isLeft &&
      article !== null &&
      !article.read &&
      article.id === context.id &&
      article.id !== context.marked,
  },
  actions: {
    keepShown: assign(({ context }, shown: ScreenShown) => keysOf(shown, context.list)),
    keepLeft: assign({ isLeft: true }),
    keepMarked: assign(({ context }) => ({ marked: context.id })),
    tellNews: sendTo('news', ({ context }: { context: NewsContext }) => ({
      type: 'screen.shown',
      key: context.list,
    })),
    tellArticle: sendTo('article', ({ context }: { context: NewsContext }) => ({
      type: 'screen.shown',
      key: context.id,
    })),
    refreshNews: sendTo('news', { type: 'refresh.requested' }),
    refreshArticle: sendTo('article', { type: 'refresh.requested' }),
    markArticle: sendTo('articleMarks', (_, { article }: { article: Article | null }) => ({
      type: 'mark.requested',
      target: article?.id ?? '',
    })),
    retryMarks: sendTo('articleMarks', { type: 'retry.requested' }),
    tellRead: sendParent({ type: 'notifications.read' }),
  },
}).createMachine({
  id: 'newsArea',
  context: ({ input }) => ({ now: input.now, ...keysOf(input.shown, null), marked: null }),
  invoke: [
    { id: 'news', src: 'news', input: ({ context }) => ({ now: context.now, key: context.list }) },
    {
      id: 'article',
      src: 'article',
      input: ({ context }) => ({ now: context.now, key: context.id }),
      onSnapshot: {
        guard: { type: 'isUnread', params: ({ event }) => ({ article: event.snapshot.context.data }) },
        actions: [
          'keepMarked',
          { type: 'markArticle', params: ({ event }) => ({ article: event.snapshot.context.data }) },
        ],
      },
    },
    { id: 'articleMarks', src: 'articleMarks' },
    { id: 'watchLanguage', src: 'watchLanguage' },
  ],
  on: {
    'screen.shown': { actions: [withEvent('keepShown'), 'tellNews', 'tellArticle'] },
    'screen.left': { actions: 'keepLeft' },
    'notification.arrived': { actions: 'refreshNews' },
    'data.outdated': { actions: ['refreshNews', 'refreshArticle', 'retryMarks'] },
    'mark.made': { actions: ['refreshNews', 'tellRead'] },
    'language.changed': { actions: ['refreshNews', 'refreshArticle'] },
  },
});

export type NewsRef = ActorRefFrom<typeof newsMachine>;
export type ArticleRef = ActorRefFrom<typeof articleMachine>;
