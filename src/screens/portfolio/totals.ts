import type { TotalHistory } from '../../../contract/portfolio.ts';

export interface TotalPoint {
  readonly at: string;
  readonly value: string;
}

/** The points whose value is known. */
export function knownPoints({ points }: Pick<TotalHistory, 'points'>): TotalPoint[] {
  return points.flatMap(({ at, value }) => (value === null ? [] : { at, value }));
}

const day = 24 * 3_600_000;

/** The format of the moments on an axis that is so many milliseconds long. */
export function axisFormat(span: number): Intl.DateTimeFormatOptions {
  if (span <= 2 * day) return { hour: '2-digit', minute: '2-digit' };
  return span <= 120 * day ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' };
}
