import { analyticsCall } from '../../../contract/analytics.ts';
import { checkFields, type Rule } from '../../../contract/rules.ts';

const analyticsPath = '/analytics';

/** What an address asks of the analytics: as it is written there, good or bad. Absent is ''. */
export interface AnalyticsQuery {
  readonly type: string;
  readonly date_from: string;
  readonly date_to: string;
  readonly group_by: string;
}

export type AnalyticsFilter = keyof AnalyticsQuery;

/** Reads the part of an address that begins with `?`. What is there twice counts once; what is empty is not there. */
export function readAnalyticsQuery(search: string): AnalyticsQuery {
  const params = new URLSearchParams(search);
  const read = (name: string) => params.get(name)?.trim() ?? '';
  return {
    type: read('type'),
    date_from: read('date_from'),
    date_to: read('date_to'),
    group_by: read('group_by'),
  };
}

/** The rules of the contract that a query breaks, by the name of its part. */
export function problemsOf(query: AnalyticsQuery): Partial<Record<AnalyticsFilter, Rule>> {
  const { date_from, date_to } = query;
  const checked = checkFields(analyticsCall.search, Object.fromEntries(given(query)));
  // The contract compares the days only when everything else is right.
  const isReversed = date_from !== '' && date_to !== '' && date_to < date_from;
  return { ...(isReversed && { date_to: 'order' }), ...(!checked.ok && checked.fields) };
}

/** What the figures are asked for by, always the same text for the same query; null while it cannot be asked. Days begin and end in `timeZone`. */
export function analyticsKey(query: AnalyticsQuery, timeZone: string): string | null {
  if (Object.keys(problemsOf(query)).length > 0) return null;
  return new URLSearchParams([...given(query), ['time_zone', timeZone]]).toString();
}

/** The address of a query. Days are not named, for they are what is shown unless something else is asked. */
export function addressOf(query: AnalyticsQuery): string {
  const search = new URLSearchParams(
    given({ ...query, group_by: query.group_by === 'daily' ? '' : query.group_by }),
  ).toString();
  return search === '' ? analyticsPath : `${analyticsPath}?${search}`;
}

/** `analytics`, or what it was filtered by: `analytics_type-kyc_submitted_group_by-monthly.csv`. */
export function fileName(query: AnalyticsQuery): string {
  return `analytics${given(query)
    .map(([name, value]) => `_${name}-${value.replace(/[^\w-]+/g, '-')}`)
    .join('')
    .slice(0, 120)}.csv`;
}

export function hasFilters({ type, date_from, date_to }: AnalyticsQuery): boolean {
  return type !== '' || date_from !== '' || date_to !== '';
}

export function withFilters(query: AnalyticsQuery, filters: Partial<AnalyticsQuery>): AnalyticsQuery {
  return { ...query, ...filters };
}

function given(query: AnalyticsQuery): [string, string][] {
  return Object.entries(query).filter(([, value]) => value !== '');
}
