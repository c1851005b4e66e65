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
  // If the database is unreachable the failure cannot be stored, but the log has it.
  const keep = (written: Promise<void>) => void written.catch(() => undefined);
  return {
    failed: (error, pause) => {
      log.warn({ reason: String(error) }, `${subject} failed`);
      keep(recordFailure(database.query, { work: 'round', subject, error, at: clock.now(), pause }));
    },
    recovered: () => keep(forgetFailures(database.query, 'round', [subject])),
  };
}
