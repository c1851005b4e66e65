import type { Db, Query } from '../database/db.ts';
import { notifySome, takeBackSome, tellEverybody } from '../notifications/store.ts';

/** The number of people in one transaction; more would block other writes for too long. */
const peopleAtOnce = 1_000;
/** The number of batches for which an operator's call waits; the rest follows within minutes. */
const batchesOfCall = 20;

interface PendingNews {
  readonly id: string;
  readonly pending: 'telling' | 'withdrawing';
  readonly told_after: string | null;
  readonly published_at: Date;
}

/**
 * Notifies some people of a new article, or removes some notifications of a withdrawn one. Answers whether there may be more to do. Call it
 * in its own transaction: after a crash the next call continues where this one ended.
 */
export async function tellSome(query: Query): Promise<boolean> {
  const [news] = await query<PendingNews>(
    `SELECT id, pending, told_after, published_at FROM news WHERE pending IS NOT NULL
    ORDER BY published_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (!news) return false;
  const { id, told_after: after, published_at: at } = news;
  if (news.pending === 'telling') {
    const last = await notifySome(query, { newsId: id, after, most: peopleAtOnce, at });
    await query('UPDATE news SET told_after = $2 WHERE id = $1', [id, last]);
    if (last !== null) return true;
  } else if (await takeBackSome(query, id, peopleAtOnce)) return true;
  // One that was published again meanwhile is told now.
  await query(
    `UPDATE news SET pending = CASE WHEN pending = 'withdrawing' AND withdrawn_at IS NULL THEN 'telling' END WHERE id = $1`,
    [id],
  );
  // Announced once at the end, because each announcement makes all open pages read.
  await tellEverybody(query);
  return true;
}

/** Does a limited number of batches, for which an operator's call waits. */
export async function beginTelling(database: Db): Promise<void> {
  for (let batch = 0; batch < batchesOfCall; batch += 1) if (!(await database.transaction(tellSome))) return;
}

/** Does everything that is pending; called every few minutes. */
export async function tellOfNews(database: Db): Promise<void> {
  while (await database.transaction(tellSome));
}
