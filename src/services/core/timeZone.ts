import { isTimeZone } from '../../../contract/timeZone.ts';

/** The browser's time zone, a name of the IANA database; UTC when it has none that the server knows. */
export function timeZoneOf(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
