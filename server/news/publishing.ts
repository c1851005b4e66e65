import {
  type Published,
  type PublishedText,
  previewNewsCall,
  publishedArticleCall,
  publishedNewsCall,
  publishNewsCall,
  type SharedHead,
  unpublishNewsCall,
} from '../../contract/publishing.ts';
import { keysetPage, positionOf, readPosition } from '../core/keyset.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { publishArticle } from './articles.ts';
import { readArticle, type Written } from './markdown.ts';
import { beginTelling } from './telling.ts';

export function publishingCalls(route: Route, { database }: { database: Db }) {
  route(publishedNewsCall, async ({ search: { after, per_page } }) => {
    const position = readPosition(after);
    const rows = await published(
      database.query,
      `SELECT * FROM news ${position.length > 0 ? 'WHERE (published_at, id) < ($2::timestamptz, $3::uuid)' : ''}
      ORDER BY published_at DESC, id DESC LIMIT $1`,
      [per_page + 1, ...position],
    );
    return keysetPage(rows, per_page, {
      position: ({ published_at, id }) => positionOf({ at: published_at, id }),
      tell,
    });
  });

  route(publishedArticleCall, async ({ params: { slug } }) => {
    const [found] = await published(database.query, 'SELECT * FROM news WHERE slug = $1', [slug]);
    if (!found) throw new Refusal('NOT_FOUND');
    const texts = await database.query<Omit<PublishedText, 'updated_at'> & { updated_at: Date }>(
      'SELECT language, title, summary, source, updated_at FROM news_texts WHERE news_id = $1 ORDER BY language',
      [found.id],
    );
    return {
      ...tell(found),
      image: found.image_url,
      texts: texts.map((text) => ({ ...text, updated_at: text.updated_at.toISOString() })),
    };
  });

  route(previewNewsCall, async ({ body: { source } }) => {
    const { title, summary, category, body } = read(source);
    return { title, summary, category, body: [...body] };
  });

  route(publishNewsCall, async ({ body: { language, source, seen, shared }, at }) => {
    const written = read(source);
    const article = await database.transaction(async (query) => {
      if (seen === null && !shared) await requireNew(query, written.slug);
      if (seen !== undefined) await requireSeen(query, written.slug, language, seen);
      const kept = shared ? await keepShared(query, written, shared) : written;
      const id = await publishArticle(query, { written: kept, language, at });
      return one(query, id);
    });
    await beginTelling(database);
    return article;
  });

  route(unpublishNewsCall, async ({ body: { slug }, at }) => {
    const article = await database.transaction(async (query) => {
      const [gone] = await query<{ id: string }>(
        `UPDATE news SET withdrawn_at = coalesce(withdrawn_at, $2), pending = 'withdrawing' WHERE slug = $1 RETURNING id`,
        [slug, at],
      );
      if (!gone) throw new Refusal('NOT_FOUND');
      return one(query, gone.id);
    });
    await beginTelling(database);
    return article;
  });
}

function read(source: string): Written {
  const article = readArticle(source);
  if (!article.ok) throw new Refusal('VALIDATION_FAILED', { fields: article.problem });
  return article.value;
}

/** STATUS_CONFLICT when there is an article of this name, in whatever language. */
async function requireNew(query: Query, slug: string): Promise<void> {
  const found = await query('SELECT id FROM news WHERE slug = $1', [slug]);
  if (found.length > 0) throw new Refusal('STATUS_CONFLICT');
}

/** STATUS_CONFLICT when the stored text is not the one that the operator saw. Locks the article until the end of the transaction. */
async function requireSeen(query: Query, slug: string, language: string, seen: string | null): Promise<void> {
  await query('SELECT id FROM news WHERE slug = $1 FOR UPDATE', [slug]);
  const [found] = await query<{ updated_at: Date }>(
    `SELECT updated_at FROM news_texts JOIN news ON news.id = news_id WHERE slug = $1 AND language = $2`,
    [slug, language],
  );
  if ((found?.updated_at.getTime() ?? null) !== (seen === null ? null : Date.parse(seen)))
    throw new Refusal('STATUS_CONFLICT');
}

/**
 * The article with the category and the picture that are stored, where they are sent as they were seen. STATUS_CONFLICT when it was
 * withdrawn since, because publishing would bring it back. Locks it like `requireSeen`.
 */
async function keepShared(query: Query, written: Written, seen: SharedHead): Promise<Written> {
  const [stored] = await query<SharedHead>(
    'SELECT category, image_url AS image, withdrawn_at IS NOT NULL AS is_withdrawn FROM news WHERE slug = $1 FOR UPDATE',
    [written.slug],
  );
  if (!stored) return written;
  if (stored.is_withdrawn && !seen.is_withdrawn) throw new Refusal('STATUS_CONFLICT');
  return {
    ...written,
    category: written.category === seen.category ? stored.category : written.category,
    image: written.image === seen.image ? stored.image : written.image,
  };
}

interface Row extends Omit<Published, 'published_at' | 'withdrawn_at'> {
  readonly id: string;
  readonly image_url: string | null;
  readonly published_at: Date;
  readonly withdrawn_at: Date | null;
}

/** What operators read of `articles`, rows of `news`: the title is in the first of its languages. */
function published(
  query: Query,
  articles: string,
  values: readonly (string | number | Date)[],
): Promise<Row[]> {
  return query<Row>(
    `SELECT news.id, slug, category, image_url, published_at, withdrawn_at, languages, title FROM (${articles}) AS news
    CROSS JOIN LATERAL (
      SELECT array_agg(language ORDER BY language) AS languages, (array_agg(title ORDER BY language))[1] AS title
      FROM news_texts WHERE news_id = news.id
    ) AS words
    ORDER BY published_at DESC, news.id DESC`,
    values,
  );
}

async function one(query: Query, id: string): Promise<Published> {
  const [found] = await published(query, 'SELECT * FROM news WHERE id = $1', [id]);
  if (!found) throw new Error('an article vanished while it was published');
  return tell(found);
}

function tell({ slug, category, languages, title, ...row }: Row): Published {
  return {
    slug,
    category,
    languages,
    title,
    published_at: row.published_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  };
}
