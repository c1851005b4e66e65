/** The months from the one of `since` to the one of `now`, newest first: `2026-10`. Both in milliseconds, by the clock of this device. */
export function monthsBetween(since: number, now: number): string[] {
  const [first, last] = [new Date(since), new Date(now)];
  const ordinal = (date: Date) => date.getFullYear() * 12 + date.getMonth();
  const count = Math.max(0, ordinal(last) - ordinal(first)) + 1;
  return Array.from({ length: count }, (_, index) => {
    const month = ordinal(last) - index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The years of these months, in the same order. */
export function yearsOf(months: readonly string[]): string[] {
  return [...new Set(months.map((month) => month.slice(0, 4)))];
}

/** The last complete month; the first available one when none is complete. */
export function usualPeriod([current = '', last = current]: readonly string[]): string {
  return last;
}
