import type { TotalHistory } from '../../../contract/portfolio.ts';
import { numberFormat } from '../../components/money/numberFormat.ts';

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
  if (span <= 2 * day) return { timeStyle: 'short' };
  return span <= 120 * day ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' };
}

/** The format of the totals on an axis, all of which have one decimal: 8.8K, 8.0K. */
export const axisTotals = (locale: string): Intl.NumberFormat =>
  numberFormat(locale, { notation: 'compact', minimumFractionDigits: 1, maximumFractionDigits: 1 });
