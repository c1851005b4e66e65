import type { Loaded } from '../../../contract/reading.ts';
import type { User } from '../../../contract/user.ts';
import type { Hold, Wallet } from '../../../contract/wallet.ts';
import { idle } from '../../components/base/idle.ts';
import { type Cache, createCache, type Reading } from '../../services/core/cache.ts';
import type { Clock } from '../../services/core/clock.ts';
import type { Http } from '../../services/core/http.ts';
import { createLastRead } from '../../services/core/lastRead.ts';
import type { SessionStore } from '../../services/core/session.ts';
import type { KeyValueStore } from '../../services/core/storage.ts';
import { readProfile } from '../../services/profile/profile.ts';
import { readHolds, readWallet } from '../../services/wallet/wallet.ts';

/** The data of signed-in screens. Separate from the other services, because signed-out people do not need the cache's code. */
export interface Data {
  profile(reading: Reading): Promise<Loaded<User>>;
  wallet(reading: Reading): Promise<Loaded<Wallet>>;
  holds(reading: Reading): Promise<Loaded<readonly Hold[]>>;
  read: Cache['read'];
  put: Cache['put'];
  outdate: Cache['outdate'];
  settled: Cache['settled'];
  clear: Cache['clear'];
}

interface DataPorts {
  readonly http: Http;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly session: SessionStore;
}

export function createData({ http, clock, store, session }: DataPorts): Data {
  const lastRead = createLastRead(store, session, (write) => void idle().then(write));
  const cache = createCache(clock, lastRead);
  return {
    profile: (reading) => readProfile(http, cache, reading),
    wallet: (reading) => readWallet(http, cache, reading),
    holds: (reading) => readHolds(http, cache, reading),
    read: cache.read,
    put: cache.put,
    outdate: cache.outdate,
    settled: cache.settled,
    clear: cache.clear,
  };
}
