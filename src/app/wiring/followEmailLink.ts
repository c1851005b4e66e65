import { isEmailToken } from '../../../contract/accountEmails.ts';
import type { GoogleCallback } from '../../../contract/authCallback.ts';
import { failureOf } from '../../../contract/failure.ts';
import { stepUpCall } from '../../../contract/stepUp.ts';
import { readIdToken } from '../../machines/auth/idTokenCallback.ts';
import type { Toast } from '../../machines/core/toastsMachine.ts';
import { takeIdentityRequest } from '../../services/auth/identityRequest.ts';
import { readSubject } from '../../services/auth/proofSubjects.ts';
import { createSignInMethods } from '../../services/auth/signInMethods.ts';
import type { Services } from './services.ts';

/**
 * Follows an email link that a signed-in person opened. A confirmation is sent at once; a link for a new password is kept for the next sign-in in
 * this tab, because a reset would end this session. An ID token counts if it was requested as a proof; one for a sign-in is ignored.
 */
export async function followEmailLink(services: Services): Promise<Toast | null> {
  const { http, authCallbacks, data } = services;
  const callback = authCallbacks.take();
  if (callback?.from === 'google') return keepProof(services, callback);
  if (callback && !isEmailToken(callback.token)) return { tone: 'loss', key: 'linkExpired', values: {} };
  if (callback?.from === 'reset') {
    authCallbacks.putBack(callback);
    return { tone: 'wait', key: 'letterWaits', values: {} };
  }
  if (callback?.from !== 'confirmation') return null;
  try {
    await createSignInMethods(http, null).confirmEmail(callback.token);
    (await data()).outdate();
    return { tone: 'gain', key: 'emailConfirmed', values: {} };
  } catch (error) {
    const { code, fields } = failureOf(error);
    if (fields.token === 'used') return { tone: 'plain', key: 'emailAlreadyConfirmed', values: {} };
    return { tone: 'loss', key: code === 'LINK_EXPIRED' ? 'linkExpired' : 'confirmationFailed', values: {} };
  }
}

/** Null for an auth callback that was not requested as a proof. */
async function keepProof({ http, proofs }: Services, callback: GoogleCallback): Promise<Toast | null> {
  const request = takeIdentityRequest();
  const asked = readSubject(request?.purpose);
  if (asked === null) return null;
  const read = readIdToken(callback, request);
  try {
    if (!read.ok) return { tone: 'loss', key: 'identityUnproven', values: {} };
    const { credential, nonce } = read.proof;
    const body = { for: asked.purpose, method: 'openid', credential, nonce } as const;
    const requested = http(stepUpCall, { body }).then(({ data }) => data);
    proofs.keepRequested(asked.subject, requested);
    await requested;
    return { tone: 'gain', key: 'identityProven', values: {} };
  } catch {
    return { tone: 'loss', key: 'identityUnproven', values: {} };
  }
}
