/** The time of day, or the day with it when that is not today. `at` and `now` in milliseconds. */
export function momentText(at: number, now: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at);
}

/** An instant of the wire (RFC 3339), as a day with its time. */
export function instantText(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );
}

/** A date of the wire (`YYYY-MM-DD`), which is the same day everywhere. */
export function dayText(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** An instant of the wire, as a day. */
export function instantDayText(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(instant));
}
