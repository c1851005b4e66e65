import { type SentConfirmation, sendConfirmationCall } from '../../../contract/accountEmails.ts';
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
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';
import { isAnswerLost } from '../core/lostAnswer.ts';

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

/** Requests the verification email for the person's own address. Null when no address is left to verify. */
export const sendConfirmation = async (http: Http): Promise<SentConfirmation> =>
  (await http(sendConfirmationCall)).data;

/** The typed values, with the code from an email if one was required. */
type Typed<Body> = Body & { readonly code: string; readonly otp: string };

/** Ends one session, or all others for null. A session that has already ended counts as ended. */
export async function endSession(
  world: StepUpWorld,
  {
    input: { values },
  }: { input: { readonly values: Typed<{ readonly id: string | null; readonly password: string }> } },
): Promise<void> {
  const { id, ...typed } = values;
  try {
    await withProof(world, 'sessions', typed, (stepUp) =>
      id === null
        ? world.http(endOtherSessionsCall, { stepUp })
        : world.http(endSessionCall, { params: { id }, stepUp }),
    );
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND' || isBareNotFound(error)) throw error;
  }
}

/** The last password that this page sent and whose change was neither confirmed nor refused: it may be in force. */
const sentPasswords = new WeakMap<Http, string>();

const isPasswordWrong = (error: unknown) => failureOf(error).fields.current_password === 'mismatch';

/** A repeated change after a lost answer counts as done if the first one was applied. */
export async function changePassword(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: Typed<BodyOf<typeof changePasswordCall>> } },
): Promise<void> {
  const { http } = world;
  const { code, otp, ...typed } = values;
  await withProof(world, 'password', { code, otp }, async (stepUp) => {
    const before = sentPasswords.get(http);
    const isRepeated = before === typed.password;
    const send = (current_password: string) =>
      http(changePasswordCall, { body: { ...typed, current_password }, stepUp });
    sentPasswords.set(http, typed.password);
    try {
      await send(typed.current_password).catch((error: unknown) => {
        if (!isRepeated || !isPasswordWrong(error)) throw error;
        // With the same proof, because a code proves once; a refused password does not use the proof up.
        return send(typed.password);
      });
      sentPasswords.delete(http);
    } catch (error) {
      if (isAnswerLost(error)) throw error;
      // What was sent before may still be in force, unless it was tried just now.
      if (before === undefined || (isRepeated && isPasswordWrong(error))) sentPasswords.delete(http);
      else sentPasswords.set(http, before);
      throw error;
    }
  });
}

export async function changeEmail(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: Typed<BodyOf<typeof changeEmailCall>> } },
) {
  const { code, otp, ...body } = values;
  const answer = await withProof(world, 'email', { code, otp }, (stepUp) =>
    world.http(changeEmailCall, { body, stepUp }),
  );
  return answer.data;
}

/** Removes a login method. One that is already gone counts as removed. */
export async function removeLoginMethod(
  world: StepUpWorld,
  {
    input: { values },
  }: {
    input: { readonly values: Typed<BodyOf<typeof removeLoginMethodCall>> & { readonly password: string } };
  },
): Promise<void> {
  const { code, otp, password, ...body } = values;
  try {
    await withProof(world, 'methods', { code, otp, password }, (stepUp) =>
      world.http(removeLoginMethodCall, { body, stepUp }),
    );
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND') throw error;
  }
}
