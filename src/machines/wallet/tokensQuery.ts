import { tokensCall } from '../../../contract/catalogue.ts';
import { checkFields, type Rule } from '../../../contract/rules.ts';

const tokensPath = '/add-token';

/** What the part of an address that begins with `?` looks for; '' looks for nothing in particular. */
export function readTokensQuery(search: string): string {
  return new URLSearchParams(search).get('q')?.trim() ?? '';
}

/** What is wrong with a query; null if nothing is. */
export function tokensProblem(query: string): Rule | null {
  const checked = checkFields(tokensCall.search, { q: query });
  return checked.ok ? null : (checked.fields.q ?? 'format');
}

/** What the catalogue is asked for; null while the query cannot be asked. */
export function tokensKey(query: string): string | null {
  if (query === '') return '';
  return tokensProblem(query) === null ? new URLSearchParams({ q: query }).toString() : null;
}

export function tokensAddress(query: string): string {
  return query === '' ? tokensPath : `${tokensPath}?${new URLSearchParams({ q: query })}`;
}
