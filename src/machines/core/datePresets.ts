/** A range of days, both ends included, `YYYY-MM-DD`; '' for no bound. */
export interface Days {
  readonly date_from: string;
  readonly date_to: string;
}

export const datePresets = ['week', 'days30', 'month', 'year'] as const;
export type DatePreset = (typeof datePresets)[number];

/** The day of an instant (milliseconds) in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${read('year')}-${read('month')}-${read('day')}`;
}

/** The days of a preset, both included, where `today` is `YYYY-MM-DD`: the last 7 or 30, or those of this month or year so far. */
export function daysOf(preset: DatePreset, today: string): Days {
  const before = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  const first = {
    week: before(6),
    days30: before(29),
    month: `${today.slice(0, 7)}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  } as const;
  return { date_from: first[preset], date_to: today };
}

/** The preset that has exactly these days today, or null. If two match, the shorter one. */
export function presetOf({ date_from, date_to }: Days, today: string): DatePreset | null {
  const isSame = (preset: DatePreset) => {
    const days = daysOf(preset, today);
    return days.date_from === date_from && days.date_to === date_to;
  };
  return datePresets.find(isSame) ?? null;
}
