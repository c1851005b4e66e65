import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { deviceProofText } from '../../contract/deviceKeys.ts';
import type { TestServer } from './server.ts';

/** A key on P-256, as a browser makes it. */
export function deviceKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  };
}

/** What a test lets a device sign in place of what it sends. */
interface Signed {
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly time?: number;
  readonly sessionId?: string;
}

interface Bound {
  readonly token: string;
  readonly sessionId: string;
  readonly privateKey: KeyObject;
}

/** Makes a call that moves money with a proof of the device, which signs what is sent unless told otherwise. */
export function signedPost(
  server: TestServer,
  { token, sessionId, privateKey }: Bound,
  path: string,
  body: unknown,
  { key = randomUUID(), ...signed }: Signed & { readonly key?: string } = {},
) {
  const text = deviceProofText({
    method: signed.method ?? 'POST',
    path: `/api/web-app${signed.path ?? path}`,
    bodyHash: createHash('sha256')
      .update(JSON.stringify(signed.body ?? body))
      .digest('hex'),
    key,
    time: signed.time ?? server.clock.now().getTime(),
    sessionId: signed.sessionId ?? sessionId,
  });
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const proof = `${signed.time ?? server.clock.now().getTime()}.${signature.toString('base64url')}`;
  const headers = { 'idempotency-key': key, 'device-proof': proof };
  return { proof, key, sent: server.post(path, body, { token, headers }) };
}
