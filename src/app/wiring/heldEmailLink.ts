import { failureOf } from '../../../contract/failure.ts';
import type { GoogleLanding } from '../../../contract/landing.ts';
import { type StepUpAction, stepUpActions, stepUpCall } from '../../../contract/stepUp.ts';
import { readIdToken } from '../../machines/auth/idTokenCallback.ts';
import type { NoticeFact } from '../../machines/core/toastsMachine.ts';
import { takeIdentityRequest } from '../../services/auth/identityRequest.ts';
import { createWays } from '../../services/auth/signInMethods.ts';
import type { Services } from './services.ts';

/**
 * Somebody who is signed in has come by a letter's link. A confirmation is made; a new password waits for whoever signs in next in
 * this tab, for it would end this very session. An ID token that was asked for as a proof is one; for a sign-in it is of no use any more.
 */
export async function followLetter(services: Services): Promise<NoticeFact | null> {
  const { http, landings, data } = services;
  const landing = landings.take();
  if (landing?.from === 'google') return keepProof(services, landing);
  if (landing?.from === 'reset') {
    landings.putBack(landing);
    return { tone: 'wait', key: 'letterWaits', values: {} };
  }
  if (landing?.from !== 'confirmation') return null;
  try {
    await createWays(http, null).confirmEmail(landing.token);
    (await data()).outdate();
    return { tone: 'gain', key: 'emailConfirmed', values: {} };
  } catch (error) {
    const isOver = failureOf(error).code === 'LINK_EXPIRED';
    return { tone: 'loss', key: isOver ? 'linkExpired' : 'confirmationFailed', values: {} };
  }
}

/** Null for a landing that nobody has asked for as a proof. */
async function keepProof({ http, proofs }: Services, landing: GoogleLanding): Promise<NoticeFact | null> {
  const request = takeIdentityRequest();
  const action: StepUpAction | undefined = stepUpActions.find((each) => each === request?.purpose);
  if (action === undefined) return null;
  const read = readIdToken(landing, request);
  try {
    if (!read.ok) return { tone: 'loss', key: 'identityUnproven', values: {} };
    const { credential, nonce } = read.proof;
    const body = { for: { action }, method: 'openid', credential, nonce } as const;
    const { proof, expires_at } = (await http(stepUpCall, { body })).data;
    proofs.keep(action, proof, Date.parse(expires_at));
    return { tone: 'gain', key: 'identityProven', values: {} };
  } catch {
    return { tone: 'loss', key: 'identityUnproven', values: {} };
  }
}
