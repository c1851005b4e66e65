import type { Db, Query } from '../database/db.ts';
import { notifySome, takeBackSome, tellEverybody } from '../notifications/store.ts';

/** In one transaction: more would hold up what else is written. */
const peopleAtOnce = 1_000;
/** What an operator waits for; the rest is done within minutes. */
const batchesOfCall = 20;

interface PendingNews {
  readonly id: string;
  readonly pending: 'telling' | 'withdrawing';
  readonly told_after: string | null;
  readonly published_at: Date;
}

/**
 * Tells some people of an article that is new, or takes back from some what they were told of one that was withdrawn. Answers whether there may be
 * more to do. Call it in a transaction of its own: a server that is killed between two of them goes on where it was.
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
  await query('UPDATE news SET pending = NULL WHERE id = $1', [id]);
  // Once, at the end: each time all open pages look for what is new.
  await tellEverybody(query);
  return true;
}

/** Does what is pending about all news, as far as an operator waits for it. */
export async function beginTelling(database: Db): Promise<void> {
  for (let batch = 0; batch < batchesOfCall; batch += 1) if (!(await database.transaction(tellSome))) return;
}

/** Does what is pending about all news; to be called every few minutes. */
export async function tellOfNews(database: Db): Promise<void> {
  while (await database.transaction(tellSome));
}
