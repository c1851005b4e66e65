import type { GoogleCallback } from '../../../contract/authCallback.ts';

/** What this tab keeps of a sign-in that it has sent somebody away for. */
export interface IdTokenRequest {
  readonly state: string;
  readonly nonce: string;
}

/** An ID token that came back to where it was asked for. `email` is what it says of the person, for them to read. */
export interface IdTokenProof {
  readonly credential: string;
  readonly nonce: string;
  readonly email: string | null;
}

export type CallbackProblem = 'cancelled' | 'noCredential' | 'undecodable' | 'authenticationFailed';

/**
 * Reads what an identity provider has sent somebody back with. Nothing is believed by it: whether the token is good, the server
 * says; here it is only held against what this tab has asked for.
 */
export function readIdToken(
  { credential, state, isCancelled }: GoogleCallback,
  request: IdTokenRequest | null,
):
  | { readonly ok: true; readonly proof: IdTokenProof }
  | { readonly ok: false; readonly problem: CallbackProblem } {
  if (isCancelled) return { ok: false, problem: 'cancelled' };
  if (credential === null || credential === '') return { ok: false, problem: 'noCredential' };
  const claims = decode(credential);
  if (claims === null) return { ok: false, problem: 'undecodable' };
  const isAsked = request !== null && state === request.state && claims.nonce === request.nonce;
  if (!isAsked) return { ok: false, problem: 'authenticationFailed' };
  const email = typeof claims.email === 'string' ? claims.email : null;
  return { ok: true, proof: { credential, nonce: request.nonce, email } };
}

/** The claims of a signed token (RFC 7519), not checked; null when it is none. */
function decode(token: string): Readonly<Record<string, unknown>> | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  try {
    const bytes = atob((parts[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
