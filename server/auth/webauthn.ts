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

/** A passkey with a valid signature. `countUse` checks its counter. */
export interface ShownPasskey {
  readonly id: string;
  readonly ownerId: string;
  readonly counter: number;
  readonly backedUp: boolean;
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
  const expectedChallenge = await takeChallenge(query, party, ceremony, response.clientDataJSON, refuse);
  const { id, origin } = relyingParty(party);
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
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    backedUp: credentialBackedUp,
  };
}

/**
 * CREDENTIAL_INVALID on `assertion` unless a known passkey signed it for this challenge, on this site, with user
 * verification. `ownerId`: the required owner; null for any. The challenge is marked as used in any case.
 */
export async function verifyAssertion(
  query: Query,
  party: Party,
  {
    assertion,
    ownerId,
    ...ceremony
  }: Ceremony & { readonly assertion: PasskeyAssertion; readonly ownerId: string | null },
): Promise<ShownPasskey> {
  const refuse = refusalOn('assertion');
  const { response } = assertion;
  const expectedChallenge = await takeChallenge(query, party, ceremony, response.clientDataJSON, refuse);
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
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The counter is checked later, by a statement of the database; 0 passes the library's check.
    credential: { id: assertion.id, publicKey: new Uint8Array(kept.public_key), counter: 0 },
  }).catch(() => null);
  if (!verified?.verified) throw refuse('signature');
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { id: kept.id, ownerId: kept.owner_id, counter: newCounter, backedUp: credentialBackedUp };
}

/**
 * Records a use with the device's counter, and answers the owner: `copied` when the counter has not increased, which means that two devices
 * have the same key; `gone` when the passkey was removed meanwhile. Call it in a transaction.
 */
export async function countUse<Owner extends object>(
  query: Query,
  { keeping: { table, owners } }: Party,
  { id, ownerId, counter, backedUp }: ShownPasskey,
  at: Date,
): Promise<Owner | 'copied' | 'gone'> {
  // Locked in the same order as by a removal.
  const [owner] = await query<Owner>(`SELECT * FROM ${owners} WHERE id = $1 FOR SHARE`, [ownerId]);
  const counted = await query(
    `UPDATE ${table} SET counter = $2, backed_up = $3, last_used_at = $4
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [id, counter, backedUp, at],
  );
  if (owner && counted.length > 0) return owner;
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

/** Takes the signed challenge. `expired` when it has expired, was used, or was for another purpose or session. */
async function takeChallenge(
  query: Query,
  party: Party,
  { purpose, sessionId, at }: Ceremony,
  clientDataJSON: string,
  refuse: Refuse,
): Promise<string> {
  const read = z.safeParse(clientData, parse(clientDataJSON));
  if (!read.success) throw refuse('format');
  const { challenge, origin, crossOrigin = false } = read.data;
  const taken = await query(
    `DELETE FROM ${party.keeping.challenges} WHERE challenge_hash = $1 AND purpose = $2
       AND session_id IS NOT DISTINCT FROM $3::uuid AND expires_at > $4 RETURNING purpose`,
    [hashOf(challenge), purpose, sessionId, at],
  );
  if (taken.length === 0) throw refuse('expired');
  // Our pages are never framed, so a request from inside another site is not from one of them.
  if (origin !== relyingParty(party).origin || crossOrigin) throw refuse('domain');
  return challenge;
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
