import { sqlState } from '../database/retry.ts';
import { Refusal } from './refusal.ts';

/**
 * The instant of a local midnight `local` (SQL of a timestamp) in the zone at the placeholder `zone`. Where clocks are set back
 * across midnight it occurs twice, and PostgreSQL takes the second.
 */
export function midnightIn(zone: string, local: string): string {
  const later = `(${local} AT TIME ZONE ${zone})`;
  const earlier = `(${later} - interval '1 hour')`;
  return `CASE WHEN ${earlier} AT TIME ZONE ${zone} >= ${local} THEN ${earlier} ELSE ${later} END`;
}

/** SQL that is true for an instant `at` on the day at the placeholder `day`, or later. */
export function isFrom(at: string, zone: string, day: string): string {
  return `${at} >= ${midnightIn(zone, `${day}::timestamp`)}`;
}

/** SQL that is true for an instant `at` on the day at the placeholder `day`, or earlier. */
export function isUntil(at: string, zone: string, day: string): string {
  return `${at} < ${midnightIn(zone, `(${day}::timestamp + interval '1 day')`)}`;
}

/** Refuses a zone that this runtime knows but the database does not; rethrows any other error. */
export function refuseUnknownZone(error: unknown): never {
  if (sqlState(error) !== '22023') throw error;
  throw new Refusal('VALIDATION_FAILED', { fields: { time_zone: 'format' } });
}
