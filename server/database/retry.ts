import { setTimeout as wait } from 'node:timers/promises';

const attempts = 12;
const longestWait = 250;

/** The SQLSTATE of a database error, of either engine. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Runs `work` again when the database rolled it back because of another transaction (40001, 40P01). Nothing else is retried, because after
 * a lost connection it is unknown whether the commit arrived.
 */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error);
      if ((state !== '40001' && state !== '40P01') || attempt === attempts) throw error;
      await wait(Math.random() * Math.min(longestWait, 4 * 2 ** attempt));
    }
  }
}
