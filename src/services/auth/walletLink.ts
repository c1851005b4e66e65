import { CallError, failureOf } from '../../../contract/failure.ts';
import { walletLinkCall, walletLinkNonceCall } from '../../../contract/walletLink.ts';
import type { Http } from '../core/http.ts';
import type { StepUpProofs } from './stepUpProofs.ts';

interface SignedMessage {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** Gets the message that adds a wallet to the account once it is signed. */
export async function requestLinkMessage(http: Http, address: string, signal: AbortSignal): Promise<string> {
  return (await http(walletLinkNonceCall, { body: { address }, signal })).data.message;
}

/** Adds the wallet that signed, with the stored proof. STEP_UP_REQUIRED when the proof is gone. */
export async function linkWallet(
  { http, proofs }: { readonly http: Http; readonly proofs: Pick<StepUpProofs, 'find' | 'forget'> },
  { address, message, signature }: SignedMessage,
): Promise<void> {
  const stepUp = await proofs.find('methods');
  if (stepUp === null) {
    throw new CallError({ code: 'STEP_UP_REQUIRED', fields: {}, retryAfter: null, requestId: null });
  }
  try {
    await http(walletLinkCall, { body: { metamask_address: address, message, signature }, stepUp });
    proofs.forget('methods');
  } catch (error) {
    if (failureOf(error).code === 'STEP_UP_REQUIRED') proofs.forget('methods');
    throw error;
  }
}
