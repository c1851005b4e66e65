import type { GoogleCallback } from '../../../contract/authCallback.ts';

/** The sign-in request that this tab stores before it leaves for the identity provider. */
export interface IdTokenRequest {
  readonly state: string;
  readonly nonce: string;
}

/** An ID token that matches this tab's request. `email` is the token's unverified claim, for display only. */
export interface IdTokenProof {
  readonly credential: string;
  readonly nonce: string;
  readonly email: string | null;
}

export type CallbackProblem = 'cancelled' | 'noCredential' | 'undecodable' | 'authenticationFailed';

/**
 * Reads the answer of an identity provider from the address. This only compares it with what this tab asked for; the
 * server checks the token.
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

/** The claims of a signed token (RFC 7519), unverified; null when it is not a token. */
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
