import {
  type Published,
  publishedNewsCall,
  publishNewsCall,
  unpublishNewsCall,
} from '../../contract/publishing.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { publishArticle } from './articles.ts';
import { readArticle } from './markdown.ts';

/** Registers the operator's calls on the news. */
export function publishingCalls(route: Route, { database }: { database: Db }) {
  route(publishedNewsCall, () => published(database.query, null));

  route(publishNewsCall, ({ body: { language, source }, at }) => {
    const read = readArticle(source);
    if (!read.ok) throw new Refusal('VALIDATION_FAILED', { fields: read.problem });
    return database.transaction(async (query) => {
      const id = await publishArticle(query, { written: read.value, language, at });
      return one(query, id);
    });
  });

  route(unpublishNewsCall, ({ body: { slug }, at }) =>
    database.transaction(async (query) => {
      const [gone] = await query<{ id: string }>(
        'UPDATE news SET withdrawn_at = coalesce(withdrawn_at, $2) WHERE slug = $1 RETURNING id',
        [slug, at],
      );
      if (!gone) throw new Refusal('NOT_FOUND');
      await query("DELETE FROM notifications WHERE kind = 'news' AND subject_id = $1", [gone.id]);
      return one(query, gone.id);
    }),
  );
}

interface Row extends Omit<Published, 'published_at' | 'withdrawn_at'> {
  readonly published_at: Date;
  readonly withdrawn_at: Date | null;
}

/** Every article, or the one with this id; its title in the first of its languages. */
async function published(query: Query, id: string | null): Promise<Published[]> {
  const rows = await query<Row>(
    `SELECT slug, category, published_at, withdrawn_at,
      array_agg(language ORDER BY language) AS languages, (array_agg(title ORDER BY language))[1] AS title
    FROM news JOIN news_texts ON news_id = news.id
    WHERE $1::uuid IS NULL OR news.id = $1
    GROUP BY news.id ORDER BY published_at DESC, news.id DESC`,
    [id],
  );
  return rows.map((row) => ({
    ...row,
    published_at: row.published_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  }));
}

async function one(query: Query, id: string): Promise<Published> {
  const [found] = await published(query, id);
  if (!found) throw new Error('an article has no words');
  return found;
}
