/** An identity provider that vouches for people with ID tokens (OpenID Connect). */
export interface Issuer {
  /** The label of its button. */
  readonly name: string;
  /** Its URL, which has the discovery document and is the value of `iss`. */
  readonly url: string;
  readonly clientId: string;
  /** Another accepted value of `iss`. */
  readonly alias?: string;
  /** The issuer's name in stored identities, for when its URL may change. */
  readonly keptAs?: string;
  /** Makes its requests over the network. */
  readonly fetch?: (url: string, init: { signal?: AbortSignal }) => Promise<Response>;
}

/** Google, whose older tokens leave out the scheme in `iss`. */
export function google(clientId: string): Issuer {
  return { name: 'Google', url: 'https://accounts.google.com', alias: 'accounts.google.com', clientId };
}
