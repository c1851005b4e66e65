import { checkFields, type Rule } from '../../../contract/rules.ts';
import { transactionsCall } from '../../../contract/transactions.ts';

const historyPath = '/transactions/history';

/** The filters, in their order in an address. */
export const filterNames = ['kind', 'token', 'status', 'date_from', 'date_to', 'q'] as const;
export type FilterName = (typeof filterNames)[number];

/** The parts of an address that filter the history, as written there, valid or not. A missing part is ''. */
export interface HistoryQuery {
  readonly filters: Readonly<Record<FilterName, string>>;
  readonly page: string;
  /** The transaction whose details are open. */
  readonly id: string;
}

/** `order`: the last day is before the first. The others are rules of the contract. */
export type HistoryProblem = Rule | 'order';

/** Reads a query string. Of a repeated part the first counts; an empty part is treated as missing. */
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

/** The problems of a query, by the name of the part. */
export function problemsOf({
  filters,
  page,
}: HistoryQuery): Partial<Record<FilterName | 'page', HistoryProblem>> {
  const checked = checkFields(transactionsCall.search, Object.fromEntries(given({ ...filters, page })));
  if (!checked.ok) return checked.fields;
  const { date_from, date_to } = filters;
  return date_from !== '' && date_to !== '' && date_to < date_from ? { date_to: 'order' } : {};
}

/** The filters as a query string without `?`: always the same text for the same filters. */
export function filtersText({ filters }: HistoryQuery): string {
  return new URLSearchParams(given(filters)).toString();
}

/** The request of the list, or null while the query is invalid. */
export function listKey(query: HistoryQuery): string | null {
  if (Object.keys(problemsOf(query)).length > 0) return null;
  const page = query.page === '' ? '1' : query.page;
  return new URLSearchParams(given({ ...query.filters, page })).toString();
}

/** The address of a query. It leaves the page number out on the first page. */
export function addressOf({ filters, page, id }: HistoryQuery): string {
  const search = new URLSearchParams(given({ ...filters, page: page === '1' ? '' : page, id })).toString();
  return search === '' ? historyPath : `${historyPath}?${search}`;
}

/** The name of the exported file with its filters: `history_kind-send_date_from-2026-01-01.csv`. */
export function fileName({ filters }: HistoryQuery): string {
  const parts = given(filters).map(([name, value]) => `_${name}-${value.replace(/[^\p{L}\p{N}-]+/gu, '-')}`);
  return `history${parts.join('').slice(0, 120)}.csv`;
}

export function hasFilters({ filters }: HistoryQuery): boolean {
  return given(filters).length > 0;
}

/** The query with other filters, starting at the first page. */
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
