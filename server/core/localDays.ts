import { sqlState } from '../database/retry.ts';
import { Refusal } from './refusal.ts';

/**
 * The instant at which a local midnight `local` (SQL of a timestamp) comes in the zone at the place `zone`. Where clocks are put back
 * over midnight it comes twice, and PostgreSQL takes the second.
 */
export function midnightIn(zone: string, local: string): string {
  const later = `(${local} AT TIME ZONE ${zone})`;
  const earlier = `(${later} - interval '1 hour')`;
  return `CASE WHEN ${earlier} AT TIME ZONE ${zone} >= ${local} THEN ${earlier} ELSE ${later} END`;
}

/** SQL that is true of an instant `at` on the day at the place `day`, or later. */
export function isFrom(at: string, zone: string, day: string): string {
  return `${at} >= ${midnightIn(zone, `${day}::timestamp`)}`;
}

/** SQL that is true of an instant `at` on the day at the place `day`, or earlier. */
export function isUntil(at: string, zone: string, day: string): string {
  return `${at} < ${midnightIn(zone, `(${day}::timestamp + interval '1 day')`)}`;
}

/** Refuses a zone that this runtime knows and the database does not; throws any other error on. */
export function refuseUnknownZone(error: unknown): never {
  if (sqlState(error) !== '22023') throw error;
  throw new Refusal('VALIDATION_FAILED', { fields: { time_zone: 'format' } });
}
