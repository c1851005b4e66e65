import type * as z from 'zod/mini';
import { statementCall, statementPdfCall } from '../../contract/statements.ts';
import type { Clock } from '../core/clock.ts';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { openStatement, type Statement, type StatementPart, statementParts, timesOf } from './statements.ts';
import { statementTable } from './statementTable.ts';

/** Milliseconds after which a statement that is not read further makes room for the person's next one. */
const idleFor = 10_000;

interface Download {
  /** Since when its last piece waits for its reader, in milliseconds; null while the next one is made. */
  idleSince: number | null;
}

/** Registers the calls with which a person downloads a statement. While `most` reads run or wait, none is begun. */
export function statementCalls(
  route: Route,
  { database, clock, most = 200 }: { database: Pick<Db, 'query'>; clock: Clock; most?: number },
) {
  // A place in the queue is taken for each piece and not for a whole file, so that a slow reader blocks nobody.
  // It is never full: what is begun is not cut, and fewer are begun instead.
  const queue = createFairQueue({ running: 2, runningOfOne: 1, ofOne: 4, inAll: Number.POSITIVE_INFINITY });
  const downloads = new Map<string, Download>();
  let reads = 0;

  type Turn = <T>(work: () => Promise<T>) => Promise<T>;

  /** Starts the statement that `print` makes. A person has one at a time, of either format. */
  async function begin<Piece>(
    userId: string,
    search: z.output<(typeof statementCall)['search']>,
    at: Date,
    print: (
      statement: Statement,
      parts: AsyncIterable<StatementPart>,
      turn: Turn,
    ) => Promise<AsyncIterable<Piece>>,
  ): Promise<AsyncIterable<Piece>> {
    const now = clock.now().getTime();
    for (const [each, { idleSince }] of downloads)
      if (idleSince !== null && idleSince + idleFor < now) downloads.delete(each);
    if (downloads.has(userId)) throw new Refusal('RATE_LIMITED', { retryAfter: idleFor / 1_000 });
    if (reads >= most) throw new Refusal('UNAVAILABLE', { retryAfter: 2 });
    const download: Download = { idleSince: null };
    downloads.set(userId, download);
    const end = () => {
      if (downloads.get(userId) === download) downloads.delete(userId);
    };
    const made = () => {
      download.idleSince = clock.now().getTime();
    };
    const wanted = () => {
      if (downloads.get(userId) !== download)
        throw new Refusal('RATE_LIMITED', { detail: 'A newer statement took its place.' });
      download.idleSince = null;
    };
    const turn: Turn = async (work) => {
      reads += 1;
      try {
        return await queue(userId, work);
      } finally {
        reads -= 1;
      }
    };
    try {
      const statement = await turn(() => openStatement(database.query, userId, search, at));
      const pieces = await print(statement, statementParts(database.query, statement, turn), turn);
      made();
      return watched(pieces, { wanted, made, end });
    } catch (error) {
      end();
      throw error;
    }
  }

  route(statementCall, ({ search, session, at }) =>
    begin(session.user.id, search, at, async (statement, parts) => statementTable(statement, parts)),
  );
  route(statementPdfCall, ({ search, session, language, at }) =>
    begin(session.user.id, search, at, async (statement, parts, turn) => {
      // The PDF library is loaded at the first use.
      const { statementPages } = await import('./statementPages.ts');
      const times = await turn(() => timesOf(database.query, statement, at));
      return statementPages({ statement, times, language, at }, parts);
    }),
  );
}

/** Passes the pieces on. Calls `wanted` before each is made, which may throw, `made` after it, and `end` at the end. */
async function* watched<Piece>(
  pieces: AsyncIterable<Piece>,
  { wanted, made, end }: Readonly<Record<'wanted' | 'made' | 'end', () => void>>,
): AsyncGenerator<Piece> {
  try {
    wanted();
    for await (const each of pieces) {
      made();
      yield each;
      wanted();
    }
  } finally {
    end();
  }
}
