import * as z from 'zod/mini';
import { capped } from './rules.ts';

/** A name of the IANA time zone database that this runtime knows. Never an offset, whose sign PostgreSQL reads the other way round. */
export const timeZone = capped(64, 'format').check(z.refine(isTimeZone, 'format'));

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
