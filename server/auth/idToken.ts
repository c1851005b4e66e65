import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as z from 'zod/mini';
import type { Rule } from '../../contract/rules.ts';
import { Refusal } from '../core/refusal.ts';
import { within } from '../core/within.ts';
import type { Identity } from './identities.ts';
import type { Issuer } from './issuer.ts';

/** The claims of an ID token about its person. An email address is included only if the issuer has verified it. */
export interface Known {
  readonly identity: Identity;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface IdTokens {
  /** The address at the issuer that people are sent to. Refuses with UNAVAILABLE while the issuer cannot be reached. */
  authorizationEndpoint(): Promise<string>;
  /** Refuses with CREDENTIAL_INVALID anything but a fresh token of this issuer, for this application and this nonce. */
  verify(credential: string, nonce: string, at: Date): Promise<Known>;
}

/** Asymmetric algorithms only: `none` and a shared secret prove nothing about the issuer. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** The tolerated difference between two clocks, in seconds. */
const skew = 60;
/** The maximum age of a token, in seconds, even if its issuer allows more. */
export const tokenLife = 600;
const discoveryLife = 3_600_000;

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  jwks_uri: z.url(),
});

interface Found {
  readonly endpoint: string;
  readonly keys: JWTVerifyGetKey;
  readonly until: number;
}

/** Browsers and this server go only to addresses that are as safe as the issuer's own: https, or what the settings name on this machine. */
function requireScheme(address: string, issuer: string): void {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
    throw new Error(`it names an address of the scheme ${protocol}`);
}

export function createIdTokens(issuer: Issuer): IdTokens {
  const ask = issuer.fetch ?? ((url, init) => fetch(url, { ...init, redirect: 'error' }));
  let found: Promise<Found> | undefined;

  /** Fetched again when it is old; a failure is not cached. */
  async function find(): Promise<Found> {
    const kept = await found?.catch(() => undefined);
    if (kept && performance.now() < kept.until) return kept;
    found = discover();
    return found;
  }

  async function discover(): Promise<Found> {
    try {
      const address = `${issuer.url.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const late = () => new Error('it took too long');
      const answer = await within(5_000, late, async (signal) => (await ask(address, { signal })).json());
      const document = z.parse(discovery, answer);
      if (document.issuer !== issuer.url) throw new Error(`it calls itself ${document.issuer}`);
      requireScheme(document.authorization_endpoint, issuer.url);
      requireScheme(document.jwks_uri, issuer.url);
      const keys = createRemoteJWKSet(new URL(document.jwks_uri), {
        [customFetch]: (url, { signal }) => ask(url, { signal }),
      });
      return { endpoint: document.authorization_endpoint, keys, until: performance.now() + discoveryLife };
    } catch (cause) {
      throw Object.assign(new Refusal('UNAVAILABLE', { retryAfter: 5 }), { cause });
    }
  }

  return {
    authorizationEndpoint: async () => (await find()).endpoint,

    async verify(credential, nonce, at) {
      const { keys } = await find();
      const { payload } = await jwtVerify(credential, keys, {
        issuer: issuer.alias === undefined ? issuer.url : [issuer.url, issuer.alias],
        audience: issuer.clientId,
        algorithms,
        currentDate: at,
        clockTolerance: skew,
        maxTokenAge: tokenLife,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      if (!isFor(payload, issuer.clientId)) throw invalid('audience');
      if (payload.nonce !== nonce) throw new Refusal('CREDENTIAL_INVALID', { fields: { nonce: 'mismatch' } });
      return told(payload, issuer.keptAs ?? issuer.url);
    },
  };
}

/** OpenID Connect Core 3.1.3.7: a token for several applications has to name the one it was issued to. */
function isFor({ aud, azp }: JWTPayload, clientId: string): boolean {
  return azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;
}

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.catch(z.nullable(z.string()), null),
  email_verified: z.catch(z.boolean(), false),
  given_name: z.catch(z.nullable(z.string()), null),
  family_name: z.catch(z.nullable(z.string()), null),
});

function told(payload: JWTPayload, issuer: string): Known {
  const read = z.safeParse(claims, payload);
  if (!read.success) throw invalid('format');
  const { sub, email, email_verified, given_name, family_name } = read.data;
  return {
    identity: { issuer, subject: sub },
    email: email_verified ? email : null,
    firstName: given_name,
    lastName: family_name,
  };
}

function invalid(rule: Rule): Refusal {
  return new Refusal('CREDENTIAL_INVALID', { fields: { credential: rule } });
}

function refusalOf(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return invalid('expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return invalid('issuer');
    if (error.claim === 'aud') return invalid('audience');
    return invalid(error.claim === 'nbf' || error.claim === 'iat' ? 'expired' : 'format');
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return invalid('signature');
  }
  if (error instanceof errors.JWKSTimeout) return new Refusal('UNAVAILABLE', { retryAfter: 5 });
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return invalid('format');
  // The issuer's keys could not be read, which is not the fault of the person or the program.
  return Object.assign(new Refusal('UNAVAILABLE', { retryAfter: 5 }), { cause: error });
}
