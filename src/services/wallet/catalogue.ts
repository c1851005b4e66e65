import { addTokenCall, hideTokenCall, type ListedToken, tokensCall } from '../../../contract/catalogue.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads the tokens that can be held; the key is the query behind the `?`, '' for all of them. */
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

/** Shows a token in the wallet, or takes it out; either twice is as once. */
export async function showToken(
  http: Http,
  { symbol, isShown }: { readonly symbol: string; readonly isShown: boolean },
): Promise<void> {
  if (isShown) await http(addTokenCall, { body: { symbol } });
  else await http(hideTokenCall, { params: { symbol } });
}
