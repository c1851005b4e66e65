import type { SignInMethods } from '../../../contract/thirdParty.ts';
import { createLocalStore, type KeyValueStore } from '../core/storage.ts';
import { requestKey } from './identityRequest.ts';

/** Leaves for an identity provider. Throws when this tab cannot store what the return needs. */
export function leaveForProvider(
  { authorization_endpoint, client_id, scope }: NonNullable<SignInMethods['google']>,
  store: KeyValueStore = createLocalStore(() => window.sessionStorage),
  go: (address: string) => void = (address) => window.location.assign(address),
  purpose?: string,
): void {
  const kept = { state: randomText(), nonce: randomText() };
  if (!store.write(requestKey, JSON.stringify({ ...kept, purpose })))
    throw new Error('this tab keeps nothing');
  const address = new URL(authorization_endpoint);
  const redirect_uri = `${window.location.origin}/auth/login`;
  const asked = { response_type: 'id_token', client_id, redirect_uri, scope, ...kept };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  go(address.href);
}

/** 256 random bits. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
