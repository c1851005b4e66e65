import * as z from 'zod/mini';
import type { WaysIn } from '../../contract/thirdParty.ts';
import { createLocalStore, type KeyValueStore } from './storage.ts';

const key = 'id_token_request';
const request = z.object({ state: z.string(), nonce: z.string() });

/** Going to an identity provider, and what this tab keeps for the way back. */
export interface IdentityProviders {
  /** Sends the browser away. Throws when this tab cannot keep anything: then nobody could come back. */
  leaveFor(provider: NonNullable<WaysIn['google']>): void;
  /** What was kept, once. */
  takeRequest(): z.infer<typeof request> | null;
}

export function createIdentityProviders(
  store: KeyValueStore = createLocalStore(() => window.sessionStorage),
  go: (address: string) => void = (address) => window.location.assign(address),
): IdentityProviders {
  return {
    leaveFor({ authorization_endpoint, client_id, scope }) {
      const kept = { state: randomText(), nonce: randomText() };
      if (!store.write(key, JSON.stringify(kept))) throw new Error('this tab keeps nothing');
      const address = new URL(authorization_endpoint);
      const redirect_uri = `${window.location.origin}/auth/login`;
      const asked = { response_type: 'id_token', client_id, redirect_uri, scope, ...kept };
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
      go(address.href);
    },
    takeRequest() {
      const kept = store.read(key);
      store.remove(key);
      try {
        const read = z.safeParse(request, JSON.parse(kept ?? 'null'));
        return read.success ? read.data : null;
      } catch {
        return null;
      }
    },
  };
}

/** 256 random bits. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
