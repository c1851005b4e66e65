import type { Page } from '../../../contract/paging.ts';
import { articleMachine, newsMachine } from '../../../src/machines/news/newsArea.ts';
import ArticleScreen from '../../../src/screens/news/ArticleScreen.tsx';
import NewsScreen from '../../../src/screens/news/NewsScreen.tsx';
import { headline, article as told } from '../../support/emails.ts';
import { actorAt } from '../../support/paths.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';

const page = (...data: (typeof headline)[]): Page<typeof headline> => ({
  data,
  meta: { page: 1, per_page: 10, total: data.length },
});
const list = actorAt(
  newsMachine,
  newsMachine.resolveState({
    value: 'ready',
    context: {
      now: () => 0,
      key: 'page=1',
      dataKey: 'page=1',
      data: page(headline),
      loadedAt: 0,
      failure: null,
      isOutdated: false,
    },
  }),
);

export const news = resourceMap({
  machine: newsMachine,
  data: [page(headline), page()],
  keys: ['page=1', 'page=2', null],
  screen: (actor) => <NewsScreen news={actor} />,
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
});

export const article = resourceMap({
  machine: articleMachine,
  data: [told],
  keys: ['n-1', 'n-2', null],
  screen: (actor) => <ArticleScreen article={actor} news={list} />,
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
});
