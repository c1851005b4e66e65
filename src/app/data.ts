import type { User } from '../../contract/user.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import { type Cache, createCache, type Loaded, type Reading } from '../services/cache.ts';
import type { Clock } from '../services/clock.ts';
import type { Http } from '../services/http.ts';
import { readProfile } from '../services/profile.ts';
import { readHolds, readWallet } from '../services/wallet.ts';

/** What an account holder's screens read. Apart from the rest, because nobody who is signed out needs the cache. */
export interface Data {
  profile(reading: Reading): Promise<Loaded<User>>;
  wallet(reading: Reading): Promise<Loaded<Wallet>>;
  holds(reading: Reading): Promise<Loaded<Hold[]>>;
  read: Cache['read'];
  put: Cache['put'];
  outdate: Cache['outdate'];
  clear: Cache['clear'];
}

export function createData(http: Http, clock: Clock): Data {
  const cache = createCache(clock);
  return {
    profile: (reading) => readProfile(http, cache, reading),
    wallet: (reading) => readWallet(http, cache, reading),
    holds: (reading) => readHolds(http, cache, reading),
    read: cache.read,
    put: cache.put,
    outdate: cache.outdate,
    clear: cache.clear,
  };
}
