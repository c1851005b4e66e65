import { analyticsCall } from '../../../contract/analytics.ts';
import { checkFields, type Rule } from '../../../contract/rules.ts';

const analyticsPath = '/analytics';

/** The parts of an address that filter the analytics, as written there, valid or not. A missing part is ''. */
export interface AnalyticsQuery {
  readonly type: string;
  readonly date_from: string;
  readonly date_to: string;
  readonly group_by: string;
}

export type AnalyticsFilter = keyof AnalyticsQuery;

/** What narrows the events. The grouping does not, so clearing keeps it. */
export const filterNames = ['type', 'date_from', 'date_to'] as const;

/** Reads a query string. Of a repeated part the first counts; an empty part is treated as missing. */
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

/** The contract's rules that a query breaks, by the name of the broken part. */
export function problemsOf(query: AnalyticsQuery): Partial<Record<AnalyticsFilter, Rule>> {
  const { date_from, date_to } = query;
  const checked = checkFields(analyticsCall.search, Object.fromEntries(given(query)));
  // The contract compares the days only when everything else is right.
  const isReversed = date_from !== '' && date_to !== '' && date_to < date_from;
  return { ...(isReversed && { date_to: 'order' }), ...(!checked.ok && checked.fields) };
}

/** The request for a query, always the same text for the same query; null while the query is invalid. Days begin and end in `timeZone`. */
export function analyticsKey(query: AnalyticsQuery, timeZone: string): string | null {
  if (Object.keys(problemsOf(query)).length > 0) return null;
  return new URLSearchParams([...given(query), ['time_zone', timeZone]]).toString();
}

/** The address of a query. It leaves the grouping by days out because that is the default. */
export function addressOf(query: AnalyticsQuery): string {
  const search = new URLSearchParams(
    given({ ...query, group_by: query.group_by === 'daily' ? '' : query.group_by }),
  ).toString();
  return search === '' ? analyticsPath : `${analyticsPath}?${search}`;
}

/** The name of the exported file with its filters: `analytics_type-kyc_submitted_group_by-monthly.csv`. */
export function fileName(query: AnalyticsQuery): string {
  return `analytics${given(query)
    .map(([name, value]) => `_${name}-${value.replace(/[^\w-]+/g, '-')}`)
    .join('')
    .slice(0, 120)}.csv`;
}

export function hasFilters(query: AnalyticsQuery): boolean {
  return filterNames.some((name) => query[name] !== '');
}

export function withFilters(query: AnalyticsQuery, filters: Partial<AnalyticsQuery>): AnalyticsQuery {
  return { ...query, ...filters };
}

function given(query: AnalyticsQuery): [string, string][] {
  return Object.entries(query).filter(([, value]) => value !== '');
}
