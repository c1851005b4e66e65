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

/** 256 random bits for a device to sign, of which only the SHA-256 is stored. */
export async function issueChallenge(
  query: Query,
  { keeping }: Party,
  { purpose, sessionId, at }: Ceremony,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await query(
    `INSERT INTO ${keeping.challenges} (challenge_hash, purpose, session_id, expires_at) VALUES ($1, $2, $3, $4)`,
    [hashOf(challenge), purpose, sessionId, new Date(at.getTime() + challengeLife)],
  );
  return challenge;
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
  const verified = await verifyRegistrationResponse({
    response: { ...registration, response: { ...response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) throw refuse('signature');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  if (!(await isLongEnough(credential.publicKey))) throw refuse('signature');
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    backedUp: credentialBackedUp,
  };
}

/** Whether a COSE key has 2048 bits or more, if it is one of RSA; the others have enough. */
async function isLongEnough(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(publicKey);
  return !cose.isCOSEPublicKeyRSA(key) || (key.get(cose.COSEKEYS.n)?.length ?? 0) >= 256;
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
): Promise<ShownPasskey> {
  const refuse = refusalOn('assertion');
  const signed = signedData(assertion.response.clientDataJSON, refuse);
  try {
    requireOrigin(signed, relyingParty(party).origin, refuse);
    return await verifySigned(query, party, { assertion, ownerId, challenge: signed.challenge });
  } catch (error) {
    if (!(await takeChallenge(query, party, ceremony, signed.challenge))) throw refuse('expired');
    throw error;
  }
}

async function verifySigned(
  query: Query,
  party: Party,
  { assertion, ownerId, challenge }: Pick<Shown, 'assertion' | 'ownerId'> & { readonly challenge: string },
): Promise<ShownPasskey> {
  const refuse = refusalOn('assertion');
  const { response } = assertion;
  const { table, owner } = party.keeping;
  const [kept] = await query<{ id: string; owner_id: string; public_key: Uint8Array }>(
    `SELECT id, ${owner} AS owner_id, public_key FROM ${table} WHERE credential_id = $1`,
    [Buffer.from(assertion.id, 'base64url')],
  );
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

const isOpen =
  'challenge_hash = $1 AND purpose = $2 AND session_id IS NOT DISTINCT FROM $3::uuid AND expires_at > $4';

/**
 * Uses the challenge up, records a use with the device's counter, and answers the owner: `expired` when the challenge has expired, was used, or
 * was for another purpose or session; `copied` when the counter has not increased, which means that two devices have the same key;
 * `gone` when the passkey was removed meanwhile. Call it in a transaction.
 */
export async function countUse<Owner extends object>(
  query: Query,
  { keeping: { table, owners, challenges } }: Party,
  { id, ownerId, counter, backedUp, challenge }: ShownPasskey,
  { purpose, sessionId, at }: Ceremony,
): Promise<Owner | 'expired' | 'copied' | 'gone'> {
  // The owner is locked first, as by a removal.
  const [owner] = await query<Owner & { readonly was_open: boolean; readonly was_counted: boolean }>(
    `WITH owner AS (SELECT * FROM ${owners} WHERE id = $5 FOR SHARE),
       opened AS (DELETE FROM ${challenges} WHERE ${isOpen} AND EXISTS (SELECT 1 FROM owner) RETURNING 1),
       counted AS (UPDATE ${table} SET counter = $7, backed_up = $8, last_used_at = $4
         WHERE id = $6 AND (counter < $7 OR (counter = 0 AND $7 = 0)) AND EXISTS (SELECT 1 FROM opened) RETURNING 1)
     SELECT owner.*, EXISTS (SELECT 1 FROM opened) AS was_open, EXISTS (SELECT 1 FROM counted) AS was_counted FROM owner`,
    [hashOf(challenge), purpose, sessionId, at, ownerId, id, counter, backedUp],
  );
  if (owner?.was_counted) return owner;
  if (owner && !owner.was_open) return 'expired';
  const kept = await query(`SELECT 1 FROM ${table} WHERE id = $1`, [id]);
  return kept.length > 0 ? 'copied' : 'gone';
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
  const taken = await query(`DELETE FROM ${keeping.challenges} WHERE ${isOpen} RETURNING purpose`, [
    hashOf(challenge),
    purpose,
    sessionId,
    at,
  ]);
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
