import { CallError, failureOf } from '../../../contract/failure.ts';
import {
  changeSecuritySettingsCall,
  type SecurityChange,
  securitySettingsCall,
  type ToldSecuritySettings,
} from '../../../contract/securitySettings.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import type { Http } from '../core/http.ts';

/** Never cached, because pending changes take effect by themselves. */
export async function readSecuritySettings(http: Http, signal: AbortSignal): Promise<ToldSecuritySettings> {
  return (await http(securitySettingsCall, { signal })).data;
}

interface LimitsRequest {
  readonly change: SecurityChange;
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
}

/** Changes security settings; looser values need a fresh proof, which is asked for at its field when the server requires it. */
export async function changeSecuritySettings(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: LimitsRequest } },
): Promise<ToldSecuritySettings> {
  const { change, hasPassword, ...typed } = values;
  try {
    const { data } = await withProof(world, 'security', typed, (stepUp) =>
      world.http(changeSecuritySettingsCall, { body: change, stepUp }),
    );
    return data;
  } catch (error) {
    const { code, requestId } = failureOf(error);
    if (code !== 'STEP_UP_REQUIRED' || !hasPassword || typed.password !== '') throw error;
    throw new CallError({
      code: 'VALIDATION_FAILED',
      fields: { password: 'required' },
      retryAfter: null,
      requestId,
    });
  }
}

/** Cancels a pending change, which needs no proof. */
export async function takeChangeBack(http: Http, change: SecurityChange): Promise<ToldSecuritySettings> {
  return (await http(changeSecuritySettingsCall, { body: change })).data;
}
