/**
 * The data after the `#` when somebody opens `/auth/login` from outside: from a link in an email, or from an identity provider (OpenID
 * Connect, `response_mode=fragment`).
 */
export type AuthCallback =
  | { readonly from: 'confirmation'; readonly token: string }
  | { readonly from: 'reset'; readonly token: string }
  | GoogleCallback;

/** `credential` and `state` as received; null for a missing one. `isCancelled`: the person declined (`error=access_denied`). */
export interface GoogleCallback {
  readonly from: 'google';
  readonly credential: string | null;
  readonly state: string | null;
  readonly isCancelled: boolean;
}

/** Null for any other fragment. `hash` with or without its `#`. */
export function readCallback(hash: string): AuthCallback | null {
  const told = new URLSearchParams(hash.replace(/^#/, ''));
  const [confirmation, reset] = [told.get('confirm_token'), told.get('reset_token')];
  if (confirmation !== null) return { from: 'confirmation', token: confirmation };
  if (reset !== null) return { from: 'reset', token: reset };
  const [credential, state] = [told.get('id_token'), told.get('state')];
  if (credential === null && state === null && !told.has('error')) return null;
  return { from: 'google', credential, state, isCancelled: told.get('error') === 'access_denied' };
}
