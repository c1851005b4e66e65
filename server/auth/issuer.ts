/** Somebody else who knows people and says so in ID tokens (OpenID Connect). */
export interface Issuer {
  /** What its button says. */
  readonly name: string;
  /** Its address: where its discovery document is, and what `iss` says. */
  readonly url: string;
  readonly clientId: string;
  /** What `iss` may say instead. */
  readonly alias?: string;
  /** The name under which its people are kept, when its address may change. */
  readonly keptAs?: string;
  /** The network. */
  readonly fetch?: (url: string, init: { signal?: AbortSignal }) => Promise<Response>;
}

/** Google's, whose older tokens leave out the scheme of its name. */
export function google(clientId: string): Issuer {
  return { name: 'Google', url: 'https://accounts.google.com', alias: 'accounts.google.com', clientId };
}
