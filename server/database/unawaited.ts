import type { Query, Write } from './db.ts';

interface Unawaited {
  /** Resolves before its statement is answered, so that what follows is sent with it. */
  readonly write: Write;
  /** The answers, which have to be waited for. */
  readonly answers: readonly Promise<unknown>[];
}

/** Lets a function that only writes, one statement after the other, send all of them in one round trip. */
export function unawaited(query: Query): Unawaited {
  const answers: Promise<unknown>[] = [];
  return {
    answers,
    write: async (sql, values) => {
      const answer = query(sql, values);
      // It is thrown where the answers are waited for.
      answer.catch(() => undefined);
      answers.push(answer);
    },
  };
}
