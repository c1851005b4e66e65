import type { Loaded } from '../../../contract/reading.ts';
import { type Hold, holdsCall, type Wallet, wallet, walletCall } from '../../../contract/wallet.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

export function readWallet(http: Http, cache: Cache, reading: Reading): Promise<Loaded<Wallet>> {
  return cache.read(
    { key: 'wallet', fetch: async (signal) => (await http(walletCall, { signal })).data, lasting: wallet },
    reading,
  );
}

/** Reads the holds that make up the pending and frozen balances. */
export function readHolds(http: Http, cache: Cache, reading: Reading): Promise<Loaded<readonly Hold[]>> {
  return cache.read(
    {
      key: 'holds',
      fetch: async (signal) => (await http(holdsCall, { signal })).data,
      lasting: holdsCall.answer.shape.data,
    },
    reading,
  );
}
