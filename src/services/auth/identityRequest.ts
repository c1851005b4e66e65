import * as z from 'zod/mini';
import { createLocalStore, type KeyValueStore } from '../core/storage.ts';

/** The request that this tab stores while the person is at an identity provider. `purpose`: what the proof is for; missing for a sign-in. */
export const requestKey = 'id_token_request';
const request = z.object({ state: z.string(), nonce: z.string(), purpose: z.optional(z.string()) });

/** Reads and removes the stored request. */
export function takeIdentityRequest(
  store: KeyValueStore = createLocalStore(() => window.sessionStorage),
): z.infer<typeof request> | null {
  const kept = store.read(requestKey);
  store.remove(requestKey);
  try {
    const read = z.safeParse(request, JSON.parse(kept ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
