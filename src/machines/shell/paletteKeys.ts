import { checkFields } from '../../../contract/rules.ts';
import { searchText } from '../../../contract/textRules.ts';

/** The key of each list for a query; null reads nothing. */
export interface PaletteKeys {
  readonly found: string | null;
  readonly recent: string | null;
  readonly book: string | null;
  readonly tickets: string | null;
  readonly addresses: string | null;
}

/** The query as an amount with a decimal point: `5`, `1000.5`; null when it is not an amount. */
export function searchedAmount(query: string): string | null {
  const text = query.replace(/\s/g, '').replace(',', '.');
  return /^\d{1,30}(?:\.\d{0,30})?$/.test(text) ? text : null;
}

/** The keys for a query. One character matches too much, so the server is asked from two characters on; a list that cannot match is not read. */
export function paletteKeys(asked: string): PaletteKeys {
  const isAsked = [...asked].length > 1 && checkFields(searchText, asked).ok;
  const all = asked === '' ? null : '';
  return {
    found: isAsked ? `${new URLSearchParams({ q: asked, per_page: '5' })}` : null,
    recent: searchedAmount(asked) === null ? null : 'per_page=100',
    book: all,
    tickets: all === null ? null : 'page=1&per_page=100',
    addresses: all,
  };
}
