import * as z from 'zod/mini';
import type { BodyOf } from '../../../contract/call.ts';
import {
  profileCall,
  removeAvatarCall,
  setAvatarCall,
  setDiscoverabilityCall,
  updateProfileCall,
} from '../../../contract/profile.ts';
import type { Loaded } from '../../../contract/reading.ts';
import { readUser, type User } from '../../../contract/user.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';
import type { SessionStore } from '../core/session.ts';
import { checkedFile, type Progress } from '../core/uploads.ts';

/** Spec section 7: the cache key of the profile. */
const profileKey = 'profile';

/** Reads the signed-in user; once in five minutes, and without a retry (spec section 9). */
export function readProfile(http: Http, cache: Pick<Cache, 'read'>, reading: Reading): Promise<Loaded<User>> {
  return cache.read(
    {
      key: profileKey,
      keepsFailure: true,
      fetch: async (signal) => (await http(profileCall, { signal })).data,
      lasting: readUser(''),
    },
    reading,
  );
}

interface Changing {
  readonly http: Http;
  readonly cache: Pick<Cache, 'read' | 'outdate'>;
  readonly session: Pick<SessionStore, 'current'>;
}

type Changes = BodyOf<typeof updateProfileCall>;

/** Changes the given fields only; without any, nothing is sent. Answers the user as they are then. */
export async function updateProfile(changing: Changing, { input }: { input: Changes }): Promise<User> {
  if (Object.keys(input).length === 0) return readNow(changing);
  await changing.http(updateProfileCall, { body: input });
  return readAgain(changing, input);
}

interface AvatarUpload {
  readonly input: { readonly file: File; readonly hear?: (progress: Progress) => void };
  /** Cancels a running upload. */
  readonly signal: AbortSignal;
}

/** Sends the person's picture. A picture that the server would refuse is refused here, with the same code and rule. */
export async function setAvatar(changing: Changing, { input, signal }: AvatarUpload): Promise<User> {
  const file = await checkedFile(input.file, setAvatarCall.upload);
  await changing.http(setAvatarCall, { ...input, body: {}, file, signal });
  return readAgain(changing, {});
}

export async function removeAvatar(changing: Changing): Promise<User> {
  await changing.http(removeAvatarCall);
  return readAgain(changing, { avatar_file: null });
}

/** Sets whether others may pay the person by username or email address. */
export async function setDiscoverability(
  changing: Changing,
  { input: { wanted: discoverable } }: { input: { readonly wanted: boolean } },
): Promise<User> {
  await changing.http(setDiscoverabilityCall, { body: { discoverable } });
  return readAgain(changing, { discoverable });
}

async function readNow({ http, cache }: Pick<Changing, 'http' | 'cache'>): Promise<User> {
  const reading = { input: { fresh: true }, signal: new AbortController().signal };
  return (await readProfile(http, cache, reading)).data;
}

/**
 * The spec does not show the answers of changes, so the profile is read again (section 7). If that read fails, the change still
 * happened: it is merged into the known profile, and the next reader asks the server.
 */
async function readAgain(
  { http, cache, session }: Changing,
  changes: Changes | Pick<User, 'avatar_file'> | Pick<User, 'discoverable'>,
): Promise<User> {
  try {
    return await readNow({ http, cache });
  } catch (error) {
    const known = session.current()?.user;
    if (known === undefined) throw error;
    cache.outdate();
    return z.parse(readUser(''), { ...known, ...changes });
  }
}
