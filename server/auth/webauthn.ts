import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { LoginChange } from '../../contract/operatorLogin.ts';
import type { PasskeyAssertion, PasskeyRegistration } from '../../contract/passkeys.ts';
import type { Rule } from '../../contract/rules.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import type { ProofSubject } from './proofSubjects.ts';

/** The tables of passkeys and challenges, of people or of operators, which are kept apart. */
export const passkeysOfPeople = {
  table: 'passkeys',
  challenges: 'passkey_challenges',
  owner: 'user_id',
  owners: 'users',
} as const;
export const passkeysOfOperators = {
  table: 'operator_passkeys',
  challenges: 'operator_passkey_challenges',
  owner: 'operator_id',
  owners: 'operators',
} as const;
export type PasskeyKeeping = typeof passkeysOfPeople | typeof passkeysOfOperators;

/** The owner's kind and site. `url`: the page that may ask a device for passkeys. */
export interface Party {
  readonly keeping: PasskeyKeeping;
  readonly url: string;
}

/** What a device signs for. A challenge is valid for its own purpose only. `set_up` names the invited operator. */
export type Purpose =
  | 'sign_in'
  | 'add'
  | `step_up:${ProofSubject}`
  | `change:${LoginChange}`
  | `set_up:${string}`;

/** How long a device has to answer, in milliseconds. */
export const challengeLife = 5 * 60_000;

/** EdDSA, ECDSA on P-256 and RSA with SHA-256 (COSE), which authenticators and Node.js support. */
export const algorithms = [-8, -7, -257];

/** A WebAuthn ceremony. `sessionId` is null for a login. */
export interface Ceremony {
  readonly purpose: Purpose;
  readonly sessionId: string | null;
  readonly at: Date;
}

/** 256 random bits for a device to sign in each ceremony, of which only the SHA-256 is stored. */
export async function issueChallenges(
  query: Query,
  { keeping }: Party,
  ceremonies: readonly Ceremony[],
): Promise<readonly string[]> {
  const challenges = ceremonies.map(() => randomBytes(32).toString('base64url'));
  await query(
    `INSERT INTO ${keeping.challenges} (challenge_hash, purpose, session_id, expires_at)
     SELECT * FROM unnest($1::bytea[], $2::text[], $3::uuid[], $4::timestamptz[])`,
    [
      challenges.map(hashOf),
      ceremonies.map(({ purpose }) => purpose),
      ceremonies.map(({ sessionId }) => sessionId),
      ceremonies.map(({ at }) => new Date(at.getTime() + challengeLife)),
    ],
  );
  return challenges;
}

/** A newly created key. */
export interface NewPasskey {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly backedUp: boolean;
}

/** A passkey with a valid signature. `countUse` checks its counter and uses its challenge up. */
export interface ShownPasskey {
  readonly id: string;
  readonly ownerId: string;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly challenge: string;
}

/** The site's RP ID for devices, and the origin of the only page that may ask them. */
export function relyingParty({ url }: Pick<Party, 'url'>): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}

/** CREDENTIAL_INVALID on `registration` unless a device made it for this challenge on this site. The challenge is marked as used in any case. */
export async function verifyRegistration(
  query: Query,
  party: Party,
  { registration, ...ceremony }: Ceremony & { readonly registration: PasskeyRegistration },
): Promise<NewPasskey> {
  const refuse = refusalOn('registration');
  const { response } = registration;
  const { id, origin } = relyingParty(party);
  const signed = signedData(response.clientDataJSON, refuse);
  const expectedChallenge = signed.challenge;
  if (!(await takeChallenge(query, party, ceremony, expectedChallenge))) throw refuse('expired');
  requireOrigin(signed, origin, refuse);
  const { verifyRegistrationResponse } = await library();
  const attestationObject = await withoutStatement(response.attestationObject).catch(() => null);
  if (attestationObject === null) throw refuse('signature');
  const made = { ...response, attestationObject, transports: [] };
  const verified = await verifyRegistrationResponse({
    response: { ...registration, response: made, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) throw refuse('signature');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  if (!(await isUsualKey(credential.publicKey))) throw refuse('signature');
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    backedUp: credentialBackedUp,
  };
}

/**
 * An attestation object (base64url) without its statement. Nobody asks which make a device is (`attestation: 'none'`), so no stranger's certificates
 * are read, and no address in one is asked for revocations.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const given = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', given.get('authData')],
  ]);
  return Buffer.from(isoCBOR.encode(plain as Parameters<typeof isoCBOR.encode>[0])).toString('base64url');
}

/**
 * Whether a COSE key, if it is one of RSA, has 2048 to 4096 bits and an exponent of 32 bits at most: a signature of a longer one, or with a long
 * exponent, takes many times as long to verify. The others have one size.
 */
async function isUsualKey(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(publicKey);
  if (!cose.isCOSEPublicKeyRSA(key)) return true;
  const modulus = key.get(cose.COSEKEYS.n)?.length ?? 0;
  const exponent = key.get(cose.COSEKEYS.e)?.length ?? 0;
  return modulus >= 256 && modulus <= 512 && exponent >= 1 && exponent <= 4;
}

/** An assertion as it was received. */
export interface Shown extends Ceremony {
  readonly assertion: PasskeyAssertion;
  /** The required owner; null for any. */
  readonly ownerId: string | null;
}

/**
 * CREDENTIAL_INVALID on `assertion` unless a known passkey signed it for its challenge, on this site, with user verification. A refusal
 * marks the challenge as used; otherwise `countUse` has to.
 */
export async function verifyAssertion(
  query: Query,
  party: Party,
  { assertion, ownerId, ...ceremony }: Shown,
  find: FindPasskey = async (credentialId) => (await findPasskeys(query, party, [credentialId]))[0] ?? null,
): Promise<ShownPasskey> {
  const refuse = refusalOn('assertion');
  const signed = signedData(assertion.response.clientDataJSON, refuse);
  try {
    requireOrigin(signed, relyingParty(party).origin, refuse);
    return await verifySigned(party, { assertion, ownerId, challenge: signed.challenge }, find);
  } catch (error) {
    if (!(await takeChallenge(query, party, ceremony, signed.challenge))) throw refuse('expired');
    throw error;
  }
}

/** What a signature is verified with. */
interface VerifyingKey {
  readonly id: string;
  readonly owner_id: string;
  readonly public_key: Uint8Array;
}

/** The passkey with this credential id (base64url); null when it is unknown. */
export type FindPasskey = (credentialId: string) => Promise<VerifyingKey | null>;

/** The passkeys with these credential ids, in their order. */
export async function findPasskeys(
  query: Query,
  { keeping: { table, owner } }: Party,
  credentialIds: readonly string[],
): Promise<readonly (VerifyingKey | null)[]> {
  const ids = credentialIds.map((id) => Buffer.from(id, 'base64url'));
  const rows = await query<VerifyingKey & { readonly credential_id: Uint8Array }>(
    `SELECT id, ${owner} AS owner_id, public_key, credential_id FROM ${table} WHERE credential_id = ANY ($1::bytea[])`,
    [ids],
  );
  const found = new Map(rows.map((row) => [Buffer.from(row.credential_id).toString('hex'), row]));
  return ids.map((id) => found.get(id.toString('hex')) ?? null);
}

async function verifySigned(
  party: Party,
  { assertion, ownerId, challenge }: Pick<Shown, 'assertion' | 'ownerId'> & { readonly challenge: string },
  find: FindPasskey,
): Promise<ShownPasskey> {
  const refuse = refusalOn('assertion');
  const { response } = assertion;
  const kept = await find(assertion.id);
  const handle = response.userHandle ?? null;
  if (!kept || (ownerId !== null && kept.owner_id !== ownerId)) throw refuse('mismatch');
  if (handle === null ? ownerId === null : handle !== userHandleOf(kept.owner_id)) throw refuse('mismatch');
  const { id, origin } = relyingParty(party);
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      id: assertion.id,
      rawId: assertion.rawId,
      type: assertion.type,
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The counter is checked later, by a statement of the database; 0 passes the library's check.
    credential: { id: assertion.id, publicKey: new Uint8Array(kept.public_key), counter: 0 },
  }).catch(() => null);
  if (!verified?.verified) throw refuse('signature');
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return {
    id: kept.id,
    ownerId: kept.owner_id,
    counter: newCounter,
    backedUp: credentialBackedUp,
    challenge,
  };
}

/** A passkey with a valid signature, and the ceremony that it was shown in. */
export interface Use {
  readonly passkey: ShownPasskey;
  readonly ceremony: Ceremony;
}

/**
 * Of each use, uses the challenge up, records the device's counter, and answers the owner: `expired` when the challenge has expired, was used, or
 * was for another purpose or session; `copied` when the counter has not increased, which means that two devices have the same key;
 * `gone` when the passkey was removed meanwhile. Call it in a transaction, with one use of each owner.
 */
export async function countUses<Owner extends object>(
  query: Query,
  { keeping: { table, owners, challenges } }: Party,
  uses: readonly Use[],
): Promise<readonly (Owner | 'expired' | 'copied' | 'gone')[]> {
  const passkeys = uses.map(({ passkey }) => passkey);
  const ceremonies = uses.map(({ ceremony }) => ceremony);
  // The owners are locked first, as by a removal. A row that is deleted has one position, so that a challenge is of one use.
  const rows = await query<
    Owner & { readonly position: string; readonly was_open: boolean; readonly was_counted: boolean }
  >(
    `WITH given AS (SELECT * FROM
         unnest($1::bytea[], $2::text[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::bigint[], $8::boolean[])
         WITH ORDINALITY AS given (hash, purpose, session_id, at, owner_id, id, counter, backed_up, position)),
       owner AS (SELECT * FROM ${owners} WHERE id = ANY ($5::uuid[]) ORDER BY id FOR SHARE),
       opened AS (DELETE FROM ${challenges} kept USING given JOIN owner ON owner.id = given.owner_id
         WHERE kept.challenge_hash = given.hash AND kept.purpose = given.purpose
           AND kept.session_id IS NOT DISTINCT FROM given.session_id AND kept.expires_at > given.at RETURNING given.position),
       counted AS (UPDATE ${table} kept SET counter = given.counter, backed_up = given.backed_up, last_used_at = given.at
         FROM given JOIN opened ON opened.position = given.position
         WHERE kept.id = given.id AND (kept.counter < given.counter OR (kept.counter = 0 AND given.counter = 0))
         RETURNING given.position)
     SELECT owner.*, given.position, opened.position IS NOT NULL AS was_open, counted.position IS NOT NULL AS was_counted
     FROM given JOIN owner ON owner.id = given.owner_id
       LEFT JOIN opened ON opened.position = given.position LEFT JOIN counted ON counted.position = given.position`,
    [
      passkeys.map(({ challenge }) => hashOf(challenge)),
      ceremonies.map(({ purpose }) => purpose),
      ceremonies.map(({ sessionId }) => sessionId),
      ceremonies.map(({ at }) => at),
      passkeys.map(({ ownerId }) => ownerId),
      passkeys.map(({ id }) => id),
      passkeys.map(({ counter }) => counter),
      passkeys.map(({ backedUp }) => backedUp),
    ],
  );
  const byPosition = new Map(rows.map((row) => [Number(row.position) - 1, row]));
  const counted: (Owner | 'expired' | 'copied' | 'gone')[] = [];
  for (const [index, { id }] of passkeys.entries()) {
    const owner = byPosition.get(index);
    if (owner?.was_counted) counted.push(owner);
    else if (owner && !owner.was_open) counted.push('expired');
    else {
      const kept = await query(`SELECT 1 FROM ${table} WHERE id = $1`, [id]);
      counted.push(kept.length > 0 ? 'copied' : 'gone');
    }
  }
  return counted;
}

/** The user handle that a device stores: the account's id, which says nothing about the person. */
export function userHandleOf(ownerId: string): string {
  return Buffer.from(ownerId.replaceAll('-', ''), 'hex').toString('base64url');
}

const clientData = z.object({
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
});

type Refuse = (rule: Rule) => Refusal;
const refusalOn =
  (field: string): Refuse =>
  (rule) =>
    new Refusal('CREDENTIAL_INVALID', { fields: { [field]: rule } });

type SignedData = z.output<typeof clientData>;

/** What the device says that it has signed, not checked yet. */
function signedData(clientDataJSON: string, refuse: Refuse): SignedData {
  const read = z.safeParse(clientData, parse(clientDataJSON));
  if (!read.success) throw refuse('format');
  return read.data;
}

/** Our pages are never framed, so a request from inside another site is not from one of them. */
function requireOrigin({ origin, crossOrigin = false }: SignedData, ours: string, refuse: Refuse): void {
  if (origin !== ours || crossOrigin) throw refuse('domain');
}

/** Marks a challenge as used. False when it has expired, was used, or was for another purpose or session. */
export async function takeChallenge(
  query: Query,
  { keeping }: Party,
  { purpose, sessionId, at }: Ceremony,
  challenge: string,
): Promise<boolean> {
  const taken = await query(
    `DELETE FROM ${keeping.challenges} WHERE challenge_hash = $1 AND purpose = $2
      AND session_id IS NOT DISTINCT FROM $3::uuid AND expires_at > $4 RETURNING purpose`,
    [hashOf(challenge), purpose, sessionId, at],
  );
  return taken.length > 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Loaded with the first passkey, because it includes a certificate parser that takes as long to load as the rest of the server. */
const library = () => import('@simplewebauthn/server');

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
