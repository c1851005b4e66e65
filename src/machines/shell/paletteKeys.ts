import { checkFields, searchText } from '../../../contract/rules.ts';

/** What is read for a query, each by its key; null reads nothing. */
export interface PaletteKeys {
  readonly found: string | null;
  readonly recent: string | null;
  readonly book: string | null;
  readonly tickets: string | null;
  readonly addresses: string | null;
}

/** The amount that a query is, with a point: `5`, `1000.5`; null when it is none. */
export function searchedAmount(query: string): string | null {
  const text = query.replace(/\s/g, '').replace(',', '.');
  return /^\d{1,30}(?:\.\d{0,30})?$/.test(text) ? text : null;
}

/** One character finds everything: the server is asked from two on. What no list can be searched by is not asked. */
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
