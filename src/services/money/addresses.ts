import { addressesCall, type DepositAddress, makeAddressCall } from '../../../contract/addresses.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** A person's deposit address for a token, the same on every call; the key is the token's symbol. */
export function readReceiveAddress(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: { readonly input: Reading['input'] & { readonly key: string }; readonly signal: AbortSignal },
): Promise<Loaded<DepositAddress>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `addresses/${key}`,
      fetch: async (signal) => (await http(makeAddressCall, { body: { token: key }, signal })).data,
    },
    reading,
  );
}

/** The person's existing deposit addresses; none is created. */
export function readMadeAddresses(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<readonly DepositAddress[]>> {
  return cache.read(
    { key: 'made addresses', fetch: async (signal) => (await http(addressesCall, { signal })).data },
    reading,
  );
}
