import { fromPromise } from 'xstate';
import {
  articleMachine,
  articleMarksMachine,
  newsArea,
  newsMachine,
} from '../../../machines/news/newsArea.ts';
import { markArticleRead, readArticle, readNews } from '../../../services/news/news.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';
import { watchLanguage } from './watchLanguage.ts';

export function createArea(services: Services) {
  const { http, languages } = services;
  return newsArea.provide({
    actors: {
      news: newsMachine.provide({
        actors: {
          load: loader(services, (http, data, reading) => readNews(http, data, languages.current(), reading)),
        },
      }),
      article: articleMachine.provide({
        actors: {
          load: loader(services, (http, data, reading) =>
            readArticle(http, data, languages.current(), reading),
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
