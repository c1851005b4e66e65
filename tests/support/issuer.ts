import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Issuer } from '../../server/auth/issuer.ts';
import { serverStart } from './server.ts';

const url = 'https://login.example';
export const testClientId = 'zesto-tests';

/** An issuer of ID tokens whose network is this process. `changes` are to its discovery document. */
export async function testIssuer(changes: Readonly<Record<string, string>> = {}) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }];
  let isReachable = true;
  const documents: Readonly<Record<string, unknown>> = {
    [`${url}/.well-known/openid-configuration`]: {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      jwks_uri: `${url}/keys`,
      ...changes,
    },
    [`${url}/keys`]: { keys },
  };
  const issuer: Issuer = {
    name: 'Test',
    url,
    clientId: testClientId,
    fetch: async (asked) => {
      if (!isReachable) throw new TypeError('fetch failed');
      return Response.json(documents[asked], { status: asked in documents ? 200 : 404 });
    },
  };
  return {
    issuer,
    privateKey,
    fail: () => {
      isReachable = false;
    },
    recover: () => {
      isReachable = true;
    },
    /** An ID token: good for the test clock's start unless its claims say otherwise. */
    token(claims: JWTPayload, key = privateKey, header: Record<string, string> = {}) {
      const now = Math.floor(serverStart.getTime() / 1000);
      const payload = { iss: url, aud: testClientId, iat: now, exp: now + 3600, ...claims };
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);
    },
  };
}
