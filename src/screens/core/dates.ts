/**
 * Formats are cached, because creating one costs more than formatting all dates of a page. A format keeps the time zone in which it was
 * created, and a device that travels gets another one while its page is open.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const name = `${locale} ${style} ${new Date().getTimezoneOffset()}`;
  const known = formats.get(name);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, styles[style]);
  formats.set(name, format);
  return format;
}

const styles = {
  time: { timeStyle: 'short' },
  instant: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'long', timeZone: 'UTC' },
  mediumDay: { dateStyle: 'medium', timeZone: 'UTC' },
  month: { year: 'numeric', month: 'long', timeZone: 'UTC' },
  year: { year: 'numeric', timeZone: 'UTC' },
  instantDay: { dateStyle: 'long' },
  shortDay: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The time of day, or the day with it when that is not today. `at` and `now` in milliseconds. */
export function momentText(at: number, now: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return formatOf(locale, isToday ? 'time' : 'instant').format(at);
}

/** An instant of the wire (RFC 3339), as a day with its time, which is not parted from it at the end of a line. */
export function instantText(instant: string, locale: string): string {
  return formatOf(locale, 'instant')
    .format(new Date(instant))
    .replace(/, (?=[^,]*$)/, ',\u00a0');
}

/** An instant of the wire, as its time of day. */
export function timeText(instant: string, locale: string): string {
  return formatOf(locale, 'time').format(new Date(instant));
}

/** A date of the wire (`YYYY-MM-DD`), which is the same day everywhere. */
export function dayText(date: string, locale: string): string {
  return formatOf(locale, 'day').format(new Date(date));
}

/** A month (`YYYY-MM`), with its year. */
export function monthText(month: string, locale: string): string {
  return formatOf(locale, 'month').format(new Date(month));
}

/** A day, month or year of the wire, with its year: `20 Nov 2026`, `November 2026` or `2026`. */
export function periodText(period: string, locale: string): string {
  const style = period.length === 4 ? 'year' : period.length === 7 ? 'month' : 'mediumDay';
  return formatOf(locale, style).format(new Date(period));
}

/** An instant of the wire, as a day. */
export function instantDayText(instant: string, locale: string): string {
  return formatOf(locale, 'instantDay').format(new Date(instant));
}

/** Like `instantDayText`, but shorter. */
export function shortDayText(instant: string, locale: string): string {
  return formatOf(locale, 'shortDay').format(new Date(instant));
}
