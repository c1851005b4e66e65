import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { forgetFailures, recordFailure } from './attempts.ts';
import type { Hearers } from './rounds.ts';

interface World {
  readonly database: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Logs failures under `subject` and stores them for the operator (`attention`) until the work succeeds. */
export function recorded({ database, clock, log }: World, subject: string): Hearers {
  return {
    failed: async (error, pause) => {
      log.warn({ reason: String(error) }, `${subject} failed`);
      const failure = { work: 'round', subject, error, at: clock.now(), pause } as const;
      // If the database is unreachable the failure cannot be stored, but the log has it.
      await recordFailure(database.query, failure).catch(() => undefined);
    },
    recovered: () => forgetFailures(database.query, 'round', [subject]),
  };
}
