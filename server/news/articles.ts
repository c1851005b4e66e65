import { randomUUID } from 'node:crypto';
import type { Article, Block, Headline, Language } from '../../contract/news.ts';
import type { Query } from '../database/db.ts';
import { markRead } from '../notifications/store.ts';
import type { Written } from './markdown.ts';

/**
 * Stores an article in one language under its slug. Its first publication, in any language, is announced to everybody later (`tellOfNews`).
 * One that was withdrawn comes back as new: it is announced again, once nobody has its old notification.
 */
export async function publishArticle(
  query: Query,
  { written, language, at }: { written: Written; language: Language; at: Date },
): Promise<string> {
  const { slug, category, image, title, summary, body, markdown } = written;
  await query(
    `INSERT INTO news (id, slug, category, image_url, published_at, pending) VALUES ($1, $2, $3, $4, $5, 'telling')
    ON CONFLICT (slug) DO NOTHING`,
    [randomUUID(), slug, category, image, at],
  );
  const [kept] = await query<{ id: string }>(
    `UPDATE news SET category = $2, image_url = $3, withdrawn_at = NULL,
      published_at = CASE WHEN withdrawn_at IS NULL THEN published_at ELSE $4::timestamptz END,
      pending = CASE WHEN withdrawn_at IS NULL THEN pending ELSE coalesce(pending, 'telling') END,
      told_after = CASE WHEN withdrawn_at IS NULL THEN told_after END
    WHERE slug = $1 RETURNING id`,
    [slug, category, image, at],
  );
  if (!kept) throw new Error('an article vanished while it was published');
  await query(
    `INSERT INTO news_texts (news_id, language, title, summary, body, updated_at, source) VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7)
    ON CONFLICT (news_id, language) DO UPDATE
      SET title = excluded.title, summary = excluded.summary, body = excluded.body, updated_at = excluded.updated_at,
        source = excluded.source`,
    [kept.id, language, title, summary, JSON.stringify(body), at, markdown],
  );
  return kept.id;
}

interface ArticleRow {
  readonly id: string;
  readonly slug: string;
  readonly language: Language;
  readonly title: string;
  readonly summary: string;
  readonly category: string;
  readonly image_url: string | null;
  readonly published_at: Date;
  readonly read: boolean;
}

interface Reader {
  readonly userId: string;
  readonly language: Language;
}

/** An article in the language $1, or in another when that is missing, with whether the person $2 has read it. */
const told = (more = '') => `
  SELECT news.id, slug, category, image_url, published_at, language, title, summary ${more},
    EXISTS (SELECT 1 FROM news_reads WHERE news_id = news.id AND user_id = $2) AS read
  FROM news CROSS JOIN LATERAL (
    SELECT * FROM news_texts WHERE news_id = news.id ORDER BY language <> $1, language LIMIT 1
  ) AS words`;

/** One page, newest first. */
export async function listArticles(
  query: Query,
  { userId, language, page, per_page }: Reader & { page: number; per_page: number },
) {
  const rows = await query<ArticleRow>(
    `${told()} WHERE withdrawn_at IS NULL ORDER BY published_at DESC, news.id DESC LIMIT $3 OFFSET $4`,
    [language, userId, per_page, (page - 1) * per_page],
  );
  const [counted] = await query<{ total: number }>(
    'SELECT count(*)::int AS total FROM news WHERE withdrawn_at IS NULL',
  );
  return { data: rows.map(tell), meta: { page, per_page, total: counted?.total ?? 0 } };
}

/** One published article with the ids of the previous and next one, or null. */
export async function findArticle(
  query: Query,
  id: string,
  { userId, language }: Reader,
): Promise<Article | null> {
  const neighbours = (sign: '<' | '>', order: 'ASC' | 'DESC') => `(
    SELECT near.id FROM news AS near
    WHERE near.withdrawn_at IS NULL AND (near.published_at, near.id) ${sign} (news.published_at, news.id)
    ORDER BY near.published_at ${order}, near.id ${order} LIMIT 1
  )`;
  const more = `, body, ${neighbours('<', 'DESC')} AS previous_id, ${neighbours('>', 'ASC')} AS next_id`;
  const [row] = await query<
    ArticleRow & { body: Block[]; previous_id: string | null; next_id: string | null }
  >(`${told(more)} WHERE news.id = $3 AND withdrawn_at IS NULL`, [language, userId, id]);
  if (!row) return null;
  const { body, previous_id, next_id } = row;
  return { ...tell(row), body, previous_id, next_id };
}

/** Marks an article and its notification as read by a person; answers whether the article exists. */
export async function readArticleBy(
  query: Query,
  { userId, newsId, at }: { userId: string; newsId: string; at: Date },
): Promise<boolean> {
  const found = await query('SELECT id FROM news WHERE id = $1 AND withdrawn_at IS NULL', [newsId]);
  if (found.length === 0) return false;
  await query(
    'INSERT INTO news_reads (user_id, news_id, read_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [userId, newsId, at],
  );
  await markRead(query, { userId, subjectId: newsId, at });
  return true;
}

function tell(row: ArticleRow): Headline {
  const { id, slug, language, title, summary, category, image_url, read } = row;
  return {
    id,
    slug,
    language,
    title,
    summary,
    category,
    image_url,
    read,
    published_at: row.published_at.toISOString(),
  };
}
