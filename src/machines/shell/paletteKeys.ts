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

/** Whether the query may be an amount, in whatever language: `5`, `1,000.5`, `1 000,5`. */
const isLikeAmount = (query: string) => /^\d[\d\s.,]{0,60}$/.test(query);

/** The keys for a query. One character matches too much, so the server is asked from two characters on; a list that cannot match is not read. */
export function paletteKeys(asked: string): PaletteKeys {
  const isAsked = [...asked].length > 1 && checkFields(searchText, asked).ok;
  const all = asked === '' ? null : '';
  return {
    found: isAsked ? `${new URLSearchParams({ q: asked, per_page: '5' })}` : null,
    recent: isLikeAmount(asked) ? 'per_page=100' : null,
    book: all,
    tickets: all === null ? null : 'page=1&per_page=100',
    addresses: all,
  };
}
