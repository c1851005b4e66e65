import * as z from 'zod/mini';
import { capped } from './rules.ts';

/**
 * A name of the IANA time zone database that this runtime knows, as the database names the zone today. Never an offset, whose sign
 * PostgreSQL reads the other way round.
 */
export const timeZone = capped(64, 'format').check(z.refine(isTimeZone, 'format'), z.overwrite(nameOfToday));

/** Whether this runtime knows a time zone with this name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * ICU, and with it Chromium and Safari, reports some zones by the name that they had when it first knew them. PostgreSQL may know only
 * today's names: it reads the zones of its machine, and Debian has former names in a package of their own (tzdata-legacy).
 */
const namesOfToday: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

function nameOfToday(name: string): string {
  return namesOfToday.get(name) ?? name;
}
