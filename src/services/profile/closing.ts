import { type Closing, closeAccountCall, closingCall } from '../../../contract/accountData.ts';
import { failureOf } from '../../../contract/failure.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import type { Http } from '../core/http.ts';

/** Reads what prevents closing the account, and until when data would be kept as the law requires. */
export async function readClosing(http: Http, signal: AbortSignal): Promise<Closing> {
  return (await http(closingCall, { signal })).data;
}

interface ClosingRequest {
  readonly input: {
    readonly values: { readonly password: string; readonly code: string; readonly otp: string };
  };
}

/** Closes the account, with a fresh proof. Answers what has come to prevent it meanwhile, or null. */
export async function closeAccount(
  world: StepUpWorld,
  { input: { values } }: ClosingRequest,
): Promise<{ readonly hindered: Closing | null }> {
  const { http, signal } = world;
  try {
    await withProof(world, 'close', values, (stepUp) => http(closeAccountCall, { stepUp }));
    return { hindered: null };
  } catch (error) {
    if (failureOf(error).code !== 'STATUS_CONFLICT') throw error;
    return { hindered: await readClosing(http, signal) };
  }
}
