import { articleCall, newsCall, readArticleCall } from '../../contract/news.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { findArticle, listArticles, readArticleBy } from './articles.ts';

export function newsCalls(route: Route, { database }: { database: Db }) {
  route(newsCall, ({ search, session, language }) =>
    listArticles(database.query, { ...search, userId: session.user.id, language }),
  );

  route(articleCall, async ({ params, session, language }) => {
    const found = await findArticle(database.query, params.id, { userId: session.user.id, language });
    if (!found) throw new Refusal('NOT_FOUND');
    return found;
  });

  route(readArticleCall, ({ params, session, at }) =>
    database.transaction(async (query) => {
      const isThere = await readArticleBy(query, { userId: session.user.id, newsId: params.id, at });
      if (!isThere) throw new Refusal('NOT_FOUND');
      return undefined;
    }),
  );
}
