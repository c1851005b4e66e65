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
 * Somebody who is signed in has come by a link in an email. A confirmation is made; a new password waits for whoever signs in next in
 * this tab, for it would end this very session. An ID token that was asked for as a proof is one; for a sign-in it is of no use any more.
 */
export async function followEmailLink(services: Services): Promise<Toast | null> {
  const { http, authCallbacks, data } = services;
  const callback = authCallbacks.take();
  if (callback?.from === 'google') return keepProof(services, callback);
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
    const { proof, expires_at } = (await http(stepUpCall, { body })).data;
    proofs.keep(asked.subject, proof, Date.parse(expires_at));
    return { tone: 'gain', key: 'identityProven', values: {} };
  } catch {
    return { tone: 'loss', key: 'identityUnproven', values: {} };
  }
}
