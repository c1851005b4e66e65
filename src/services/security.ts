import type { BodyOf } from '../../contract/call.ts';
import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  type OpenSession,
  sessionsCall,
  type WaysIn,
  waysCall,
} from '../../contract/security.ts';
import type { Cache, Loaded, Reading } from './cache.ts';
import type { Http } from './http.ts';

/** Reads where the person is signed in. */
export function readSessions(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<OpenSession[]>> {
  return cache.read(
    { key: 'sessions', retry: true, fetch: async (signal) => (await http(sessionsCall, { signal })).data },
    reading,
  );
}

/** Reads by what the person signs in. */
export function readWays(http: Http, cache: Pick<Cache, 'read'>, reading: Reading): Promise<Loaded<WaysIn>> {
  return cache.read(
    { key: 'ways', retry: true, fetch: async (signal) => (await http(waysCall, { signal })).data },
    reading,
  );
}

/** Ends one session, or with null every other one. */
export async function endSession(
  http: Http,
  { input: { id } }: { input: { readonly id: string | null } },
): Promise<void> {
  if (id === null) await http(endOtherSessionsCall);
  else await http(endSessionCall, { params: { id } });
}

export async function changePassword(
  http: Http,
  { input }: { input: { readonly values: BodyOf<typeof changePasswordCall> } },
): Promise<void> {
  await http(changePasswordCall, { body: input.values });
}

export async function changeEmail(
  http: Http,
  { input }: { input: { readonly values: BodyOf<typeof changeEmailCall> } },
) {
  return (await http(changeEmailCall, { body: input.values })).data;
}
