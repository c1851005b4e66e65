import type { BodyOf } from '../../../contract/call.ts';
import { failureOf } from '../../../contract/failure.ts';
import type { Loaded } from '../../../contract/reading.ts';
import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  loginMethodsCall,
  type OpenSession,
  removeLoginMethodCall,
  type SignInMethods,
  sessionsCall,
} from '../../../contract/security.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads where the person is signed in. */
export function readSessions(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<readonly OpenSession[]>> {
  return cache.read(
    { key: 'sessions', fetch: async (signal) => (await http(sessionsCall, { signal })).data },
    reading,
  );
}

/** Reads by what the person signs in. */
export function readLoginMethods(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<SignInMethods>> {
  return cache.read(
    { key: 'loginMethods', fetch: async (signal) => (await http(loginMethodsCall, { signal })).data },
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

/** What was typed, with the code from an email where one was asked for. */
type Typed<Body> = Body & { readonly code: string };

export async function changePassword(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: Typed<BodyOf<typeof changePasswordCall>> } },
): Promise<void> {
  const { code, ...body } = values;
  await withProof(world, 'password', { code }, (stepUp) => world.http(changePasswordCall, { body, stepUp }));
}

export async function changeEmail(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: Typed<BodyOf<typeof changeEmailCall>> } },
) {
  const { code, ...body } = values;
  const answer = await withProof(world, 'email', { code }, (stepUp) =>
    world.http(changeEmailCall, { body, stepUp }),
  );
  return answer.data;
}

/** Removes a login method. One that is gone already is as good as removed. */
export async function removeLoginMethod(
  world: StepUpWorld,
  {
    input: { values },
  }: {
    input: { readonly values: Typed<BodyOf<typeof removeLoginMethodCall>> & { readonly password: string } };
  },
): Promise<void> {
  const { code, password, ...body } = values;
  try {
    await withProof(world, 'methods', { code, password }, (stepUp) =>
      world.http(removeLoginMethodCall, { body, stepUp }),
    );
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND') throw error;
  }
}
