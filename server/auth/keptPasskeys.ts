import { randomUUID } from 'node:crypto';
import { brandName } from '../../contract/brand.ts';
import { passkeysPerAccount } from '../../contract/limits.ts';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import type { Passkey, PasskeyCreationOptions } from '../../contract/passkeys.ts';
import { ok, type Result, refused } from '../../contract/result.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import {
  algorithms,
  type Ceremony,
  challengeLife,
  countUses,
  type FindPasskey,
  issueChallenges,
  type NewPasskey,
  type Party,
  type PasskeyKeeping,
  relyingParty,
  type Shown,
  type ShownPasskey,
  takeChallenge,
  type Use,
  userHandleOf,
  verifyAssertion,
} from './webauthn.ts';

/** A stored passkey of a person or an operator. */
interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly credential_id: Uint8Array;
  readonly transports: string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly backed_up: boolean;
}

/** The owner of a new passkey. `name`: how the device lists the login. */
interface Maker {
  readonly id: string;
  readonly name: string;
}

/** The options with which a browser creates a passkey. */
export async function creationOptions(
  query: Query,
  party: Party,
  { id, name }: Maker,
  ceremony: Ceremony,
): Promise<PasskeyCreationOptions> {
  return {
    rp: { id: relyingParty(party).id, name: brandName },
    user: { id: userHandleOf(id), name, displayName: name },
    challenge: await issueChallenge(query, party, ceremony),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLife,
    attestation: 'none',
    excludeCredentials: await descriptorsOf(query, party, id),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** The options with which a browser asks for a passkey: one of this owner's, or any for null. */
export async function requestOptions(
  query: Query,
  party: Party,
  ownerId: string | null,
  ceremony: Ceremony,
): Promise<PasskeyRequestOptions> {
  const challenge = await issueChallenge(query, party, ceremony);
  return requestOf(party, challenge, ownerId === null ? [] : await descriptorsOf(query, party, ownerId));
}

/** The options for a challenge that was issued already; any passkey is allowed without `allowCredentials`. */
export function requestOf(
  party: Party,
  challenge: string,
  allowCredentials: PasskeyRequestOptions['allowCredentials'] = [],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId: relyingParty(party).id,
    timeout: challengeLife,
    userVerification: 'required',
    allowCredentials,
  };
}

async function issueChallenge(query: Query, party: Party, ceremony: Ceremony): Promise<string> {
  const [challenge] = await issueChallenges(query, party, [ceremony]);
  if (challenge === undefined) throw new Error('one challenge is always issued');
  return challenge;
}

const failures = { expired: 'expired', copied: 'used', gone: 'mismatch' } as const;

/** The answer to a use of a passkey, or why it is not valid. */
type Used<Answer> = Result<Answer, keyof typeof failures>;

/**
 * Counts uses of passkeys and does `work` for their owners, in one transaction. `work` is given those of the items whose use is valid, and answers in
 * their order. Each owner may have one use among them.
 */
export async function carryOutUses<Item extends Use, Owner extends object, Answer>(
  database: Db,
  party: Party,
  items: readonly Item[],
  work: (
    query: Query,
    valid: readonly { readonly item: Item; readonly owner: Owner }[],
  ) => Promise<readonly Answer[]>,
): Promise<readonly Used<Answer>[]> {
  return database.transaction(async (query) => {
    const counted = await countUses<Owner>(query, party, items);
    const valid = items.flatMap((item, index) => {
      const owner = counted[index];
      return typeof owner === 'object' ? [{ item, owner }] : [];
    });
    const answers = valid.length > 0 ? [...(await work(query, valid))] : [];
    return counted.map((each) => (typeof each === 'string' ? refused(each) : ok(answers.shift() as Answer)));
  });
}

interface Admission<Answer> {
  readonly carryOut: (use: Use) => Promise<Used<Answer>>;
  /** Is told of a copied passkey, after its use was refused. */
  readonly copied: (passkey: ShownPasskey) => Promise<void>;
  readonly find?: FindPasskey;
}

/** Carries out the use of a passkey whose signature is valid. CREDENTIAL_INVALID when the assertion is not valid. */
export async function admitUse<Answer>(
  database: Db,
  party: Party,
  { assertion, ownerId, ...ceremony }: Shown,
  { carryOut, copied, find }: Admission<Answer>,
): Promise<Answer> {
  const passkey = await verifyAssertion(database.query, party, { assertion, ownerId, ...ceremony }, find);
  try {
    const done = await carryOut({ passkey, ceremony });
    if (done.ok) return done.value;
    if (done.problem === 'copied') await copied(passkey);
    throw new Refusal('CREDENTIAL_INVALID', { fields: { assertion: failures[done.problem] } });
  } catch (error) {
    // A refusal by the work has rolled back its use.
    await takeChallenge(database.query, party, ceremony, passkey.challenge);
    throw error;
  }
}

/** Does `work` for the owner of the passkey, in the transaction that counts its use. CREDENTIAL_INVALID when the assertion is not valid. */
export function admitPasskey<Owner extends object, Answer>(
  database: Db,
  party: Party,
  shown: Shown,
  {
    work,
    copied,
  }: Pick<Admission<Answer>, 'copied'> & { readonly work: (query: Query, owner: Owner) => Promise<Answer> },
): Promise<Answer> {
  const carryOut = async (use: Use): Promise<Used<Answer>> => {
    const [done] = await carryOutUses<Use, Owner, Answer>(database, party, [use], async (query, [valid]) =>
      valid ? [await work(query, valid.owner)] : [],
    );
    if (!done) throw new Error('each use has an answer');
    return done;
  };
  return admitUse(database, party, shown, { carryOut, copied });
}

interface Added {
  readonly ownerId: string;
  readonly made: NewPasskey;
  readonly transports: readonly string[];
  readonly name: string;
  readonly at: Date;
}

/**
 * Stores a passkey. VALIDATION_FAILED (`taken`) when it is stored already, PASSKEY_LIMIT when the owner has too many. Call it in a transaction that
 * has locked the owner.
 */
export async function keepPasskey(
  query: Query,
  keeping: PasskeyKeeping,
  { ownerId, made, transports, name, at }: Added,
): Promise<Passkey> {
  const { table, owner } = keeping;
  const [row] = await query<PasskeyRow>(
    `INSERT INTO ${table} (id, ${owner}, credential_id, public_key, counter, transports, backed_up, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING RETURNING *`,
    [
      randomUUID(),
      ownerId,
      made.credentialId,
      made.publicKey,
      made.counter,
      transports.filter((each) => knownTransports.has(each)),
      made.backedUp,
      name,
      at,
    ],
  );
  if (!row) throw new Refusal('VALIDATION_FAILED', { fields: { registration: 'taken' } });
  if ((await passkeysOf(query, keeping, ownerId)).length > passkeysPerAccount)
    throw new Refusal('PASSKEY_LIMIT');
  return tell(row);
}

/** NOT_FOUND for a passkey that is not this owner's. */
export async function renamePasskey(
  query: Query,
  { table, owner }: PasskeyKeeping,
  { id, ownerId, name }: { readonly id: string; readonly ownerId: string; readonly name: string },
): Promise<Passkey> {
  const [row] = await query<PasskeyRow>(
    `UPDATE ${table} SET name = $3 WHERE id = $1 AND ${owner} = $2 RETURNING *`,
    [id, ownerId, name],
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return tell(row);
}

/** An owner's passkeys, oldest first. */
export async function tellPasskeysOf(
  query: Query,
  keeping: PasskeyKeeping,
  ownerId: string,
): Promise<Passkey[]> {
  return (await passkeysOf(query, keeping, ownerId)).map(tell);
}

/** The ways in which a device is reached (WebAuthn level 3, section 5.8.4). */
const knownTransports: ReadonlySet<string> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

function passkeysOf(query: Query, { table, owner }: PasskeyKeeping, ownerId: string): Promise<PasskeyRow[]> {
  return query<PasskeyRow>(`SELECT * FROM ${table} WHERE ${owner} = $1 ORDER BY created_at, id`, [ownerId]);
}

async function descriptorsOf(query: Query, { keeping }: Party, ownerId: string) {
  return (await passkeysOf(query, keeping, ownerId)).map(({ credential_id, transports }) => ({
    type: 'public-key' as const,
    id: Buffer.from(credential_id).toString('base64url'),
    transports,
  }));
}

function tell({ id, name, created_at, last_used_at, backed_up }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    backed_up,
  };
}
