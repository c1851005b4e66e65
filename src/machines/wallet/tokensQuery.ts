import { tokensCall } from '../../../contract/catalogue.ts';
import { checkFields, type Rule } from '../../../contract/rules.ts';

const tokensPath = '/add-token';

/** The search text in a query string; '' finds everything. */
export function readTokensQuery(search: string): string {
  return new URLSearchParams(search).get('q')?.trim() ?? '';
}

/** The rule that a query breaks; null for none. */
export function tokensProblem(query: string): Rule | null {
  const checked = checkFields(tokensCall.search, { q: query });
  return checked.ok ? null : (checked.fields.q ?? 'format');
}

/** The request for the catalogue; null while the query is invalid. */
export function tokensKey(query: string): string | null {
  if (query === '') return '';
  return tokensProblem(query) === null ? new URLSearchParams({ q: query }).toString() : null;
}

export function tokensAddress(query: string): string {
  return query === '' ? tokensPath : `${tokensPath}?${new URLSearchParams({ q: query })}`;
}
