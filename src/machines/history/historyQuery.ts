import { checkFields, type Rule } from '../../../contract/rules.ts';
import { transactionsCall } from '../../../contract/transactions.ts';

const historyPath = '/transactions/history';

/** The filters, in the order in which they stand in an address. */
export const filterNames = ['kind', 'token', 'status', 'date_from', 'date_to', 'q'] as const;
export type FilterName = (typeof filterNames)[number];

/** What an address asks of the history: as it is written there, good or bad. Absent is ''. */
export interface HistoryQuery {
  readonly filters: Readonly<Record<FilterName, string>>;
  readonly page: string;
  /** The line whose details are open. */
  readonly id: string;
}

/** `order`: the last day is before the first. The others are the contract's rules. */
export type HistoryProblem = Rule | 'order';

/** Reads the part of an address that begins with `?`. What is there twice counts once; what is empty is not there. */
export function readHistoryQuery(search: string): HistoryQuery {
  const params = new URLSearchParams(search);
  const read = (name: string) => params.get(name)?.trim() ?? '';
  return {
    filters: {
      kind: read('kind'),
      token: read('token'),
      status: read('status'),
      date_from: read('date_from'),
      date_to: read('date_to'),
      q: read('q'),
    },
    page: read('page'),
    id: read('id'),
  };
}

/** What is wrong with a query, by the name of its part. */
export function problemsOf({
  filters,
  page,
}: HistoryQuery): Partial<Record<FilterName | 'page', HistoryProblem>> {
  const checked = checkFields(transactionsCall.search, Object.fromEntries(given({ ...filters, page })));
  if (!checked.ok) return checked.fields;
  const { date_from, date_to } = filters;
  return date_from !== '' && date_to !== '' && date_to < date_from ? { date_to: 'order' } : {};
}

/** The filters behind a `?`, without it: always the same text for the same filters. */
export function filtersText({ filters }: HistoryQuery): string {
  return new URLSearchParams(given(filters)).toString();
}

/** What the list is asked for, or null while the query cannot be asked. */
export function listKey(query: HistoryQuery): string | null {
  if (Object.keys(problemsOf(query)).length > 0) return null;
  const page = query.page === '' ? '1' : query.page;
  return new URLSearchParams(given({ ...query.filters, page })).toString();
}

/** The address of a query. The first page is not named. */
export function addressOf({ filters, page, id }: HistoryQuery): string {
  const search = new URLSearchParams(given({ ...filters, page: page === '1' ? '' : page, id })).toString();
  return search === '' ? historyPath : `${historyPath}?${search}`;
}

/** `history`, or what it was filtered by: `history_kind-send_date_from-2026-01-01.csv`. */
export function fileName({ filters }: HistoryQuery): string {
  const parts = given(filters).map(([name, value]) => `_${name}-${value.replace(/[^\p{L}\p{N}-]+/gu, '-')}`);
  return `history${parts.join('').slice(0, 120)}.csv`;
}

export function hasFilters({ filters }: HistoryQuery): boolean {
  return given(filters).length > 0;
}

/** The same query with other filters, from its first page on. */
export function withFilters(query: HistoryQuery, changes: Partial<HistoryQuery['filters']>): HistoryQuery {
  return { filters: { ...query.filters, ...changes }, page: '', id: '' };
}

export const noFilters: HistoryQuery['filters'] = {
  kind: '',
  token: '',
  status: '',
  date_from: '',
  date_to: '',
  q: '',
};

function given(values: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(values).filter(([, value]) => value !== '');
}
