import { factorsCall } from '../../../contract/factors.ts';
import { failureOf } from '../../../contract/failure.ts';
import { proveUnfreezeCall } from '../../../contract/notMe.ts';
import { profileCall } from '../../../contract/profile.ts';
import { loginMethodsCall } from '../../../contract/security.ts';
import type { User } from '../../../contract/user.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import type { Http } from '../core/http.ts';

/** The account as it is now, and by what its person can be proven. */
export async function readFreezeStanding(http: Http, signal: AbortSignal) {
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

/** Proves the person for the end of the freeze; answers the account, as it is too when the freeze was lifted in the meantime. */
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
