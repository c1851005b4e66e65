import { addTokenCall, hideTokenCall, type ListedToken, tokensCall } from '../../../contract/catalogue.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads the tokens that can be held; the key is the query string without `?`, '' for all of them. */
export function readTokens(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: { readonly input: Reading['input'] & { readonly key: string }; readonly signal: AbortSignal },
): Promise<Loaded<readonly ListedToken[]>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `tokens?${key}`,
      fetch: async (signal) => (await http(tokensCall, { search: key, signal })).data,
      ...(key === '' && { lasting: tokensCall.answer.shape.data }),
    },
    reading,
  );
}

/** Adds a token to the wallet's list or hides it; repeating it has no further effect. */
export async function showToken(
  http: Http,
  { symbol, isShown }: { readonly symbol: string; readonly isShown: boolean },
): Promise<void> {
  if (isShown) await http(addTokenCall, { body: { symbol } });
  else await http(hideTokenCall, { params: { symbol } });
}
