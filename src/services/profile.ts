import { profileCall } from '../../contract/profile.ts';
import { type User, user } from '../../contract/user.ts';
import type { Cache, Loaded, Reading } from './cache.ts';
import type { Http } from './http.ts';

/** Spec section 7: the key under which the profile is cached. */
const profileKey = 'profile';

/** Reads who is signed in; without a retry (spec section 9). */
export function readProfile(http: Http, cache: Cache, reading: Reading): Promise<Loaded<User>> {
  return cache.read(
    {
      key: profileKey,
      retry: false,
      fetch: async (signal) => (await http(profileCall, { signal })).data,
      lasting: user,
    },
    reading,
  );
}
