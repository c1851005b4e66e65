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

/** Hearers that log what fails under `subject` and keep it where an operator sees it (`attention`), until it succeeds. */
export function recorded({ database, clock, log }: World, subject: string): Hearers {
  // A database that cannot be reached cannot keep it either: the log has it.
  const keep = (written: Promise<void>) => void written.catch(() => undefined);
  return {
    failed: (error, pause) => {
      log.warn({ reason: String(error) }, `${subject} failed`);
      keep(recordFailure(database.query, { work: 'round', subject, error, at: clock.now(), pause }));
    },
    recovered: () => keep(forgetFailures(database.query, 'round', [subject])),
  };
}
