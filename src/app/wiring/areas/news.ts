import { fromPromise } from 'xstate';
import type { Article, Headline } from '../../../../contract/news.ts';
import {
  articleMachine,
  articleMarksMachine,
  newsArea,
  newsMachine,
} from '../../../machines/news/newsArea.ts';
import type { Loaded, Page } from '../../../services/core/cache.ts';
import { markArticleRead, readArticle, readNews } from '../../../services/news/news.ts';
import type { Services } from '../services.ts';
import { watchLanguage } from './watchLanguage.ts';

interface KeyedInput {
  readonly key: string;
  readonly fresh: boolean;
}

export function createArea(services: Services) {
  const { http, data, languages } = services;
  return newsArea.provide({
    actors: {
      news: newsMachine.provide({
        actors: {
          load: fromPromise<Loaded<Page<Headline>>, KeyedInput>(async (reading) =>
            readNews(http, await data(), languages.current(), reading),
          ),
        },
      }),
      article: articleMachine.provide({
        actors: {
          load: fromPromise<Loaded<Article>, KeyedInput>(async (reading) =>
            readArticle(http, await data(), languages.current(), reading),
          ),
        },
      }),
      articleMarks: articleMarksMachine.provide({
        actors: {
          mark: fromPromise<void, { readonly target: string }>(({ input }) =>
            markArticleRead(http, input.target),
          ),
        },
      }),
      watchLanguage: watchLanguage(services),
    },
  });
}
