import { factorsCall } from '../../../contract/factors.ts';
import { failureOf } from '../../../contract/failure.ts';
import { proveUnfreezeCall } from '../../../contract/notMe.ts';
import { profileCall } from '../../../contract/profile.ts';
import { loginMethodsCall } from '../../../contract/security.ts';
import type { User } from '../../../contract/user.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import type { Http } from '../core/http.ts';

/** The account's current state, and the methods by which the person can prove who they are. */
export async function readFreezeDetails(http: Http, signal: AbortSignal) {
  const [user, methods, factors] = await Promise.all([
    http(profileCall, { signal }),
    http(loginMethodsCall, { signal }),
    http(factorsCall, { signal }),
  ]);
  return { user: user.data, methods: methods.data, factors: factors.data };
}

interface UnfreezeRequest {
  readonly input: {
    readonly values: { readonly password: string; readonly code: string; readonly otp: string };
  };
}

/** Proves the person to end the freeze; answers the account, also when the freeze was lifted meanwhile. */
export async function proveUnfreeze(
  world: StepUpWorld,
  { input: { values } }: UnfreezeRequest,
): Promise<User> {
  const { http } = world;
  try {
    const { data } = await withProof(world, 'unfreeze', values, (stepUp) =>
      http(proveUnfreezeCall, { stepUp }),
    );
    return data;
  } catch (error) {
    if (failureOf(error).code !== 'STATUS_CONFLICT') throw error;
    return (await http(profileCall)).data;
  }
}
