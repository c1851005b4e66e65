import type { BodyOf } from '../../contract/call.ts';
import { profileCall, removeAvatarCall, setAvatarCall, updateProfileCall } from '../../contract/profile.ts';
import { type User, user } from '../../contract/user.ts';
import type { Cache, Loaded, Reading } from './cache.ts';
import type { Http } from './http.ts';
import { checkedFile, type Progress } from './uploads.ts';

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

/** Changes what is given and leaves the rest. Spec section 7: the cached profile is the new one afterwards. */
export async function updateProfile(
  http: Http,
  cache: Pick<Cache, 'put'>,
  { input }: { input: BodyOf<typeof updateProfileCall> },
): Promise<User> {
  return keep(cache, (await http(updateProfileCall, { body: input })).data);
}

interface AvatarUpload {
  readonly input: { readonly file: File; readonly hear?: (progress: Progress) => void };
  /** Takes the upload back while it is on its way. */
  readonly signal: AbortSignal;
}

/** Sends a picture of the person. One that the provider would refuse anyway is refused here, with the same code and rule. */
export async function setAvatar(
  http: Http,
  cache: Pick<Cache, 'put'>,
  { input, signal }: AvatarUpload,
): Promise<User> {
  const file = await checkedFile(input.file, setAvatarCall.upload);
  return keep(cache, (await http(setAvatarCall, { ...input, body: {}, file, signal })).data);
}

export async function removeAvatar(http: Http, cache: Pick<Cache, 'put'>): Promise<User> {
  return keep(cache, (await http(removeAvatarCall)).data);
}

function keep(cache: Pick<Cache, 'put'>, user: User): User {
  cache.put(profileKey, user);
  return user;
}
