import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { Query } from '../database/db.ts';
import type { Findings } from './findings.ts';

const sliceSize = 1_000;

/** The public id of the ledger's key: it shows whether two servers have different keys, and reveals nothing else. */
export function keyIdOf(key: string | null): string | null {
  return key === null ? null : createHash('sha256').update(`ledger key ${key}`).digest('hex').slice(0, 16);
}

/** An audit whose seals are kept. */
export interface Sealed {
  readonly number: string;
  readonly ended_at: Date;
  readonly key_id: string | null;
  readonly digest: Uint8Array;
}

interface Seal {
  readonly owner_id: string;
  readonly token: string;
  readonly length: string;
  readonly head: Uint8Array;
}

/**
 * Stores the length of each account's chain, in slices, and answers a digest of all of them. Its key is not in
 * the database, so that somebody with the database alone cannot compute it. Seals of other audits are deleted.
 */
export async function seal(query: Query, audit: string, key: string | null): Promise<Uint8Array> {
  const digest = newDigest(key, audit);
  let after: Pick<Seal, 'owner_id' | 'token'> = { owner_id: nobody, token: '' };
  for (;;) {
    const seals = await query<Seal>(
      `WITH sealed AS (
        INSERT INTO ledger_seals (audit, owner_id, token, length, head)
        SELECT $1, owner_id, token, chain_length, chain_head FROM ledger_accounts
        WHERE (owner_id, token) > ($2, $3) ORDER BY owner_id, token LIMIT $4
        RETURNING owner_id, token, length, head
      )
      SELECT * FROM sealed ORDER BY owner_id, token`,
      [audit, after.owner_id, after.token, sliceSize],
    );
    const last = seals.at(-1);
    if (!last) break;
    after = last;
    for (const each of seals) digest.update(bytesOf(each));
  }
  return digest.digest();
}

/** Deletes the seals of every audit before this one, in slices. */
export async function forgetSeals(query: Query, kept: string): Promise<void> {
  let from: Pick<Seal, 'owner_id' | 'token'> & { readonly audit: string } = {
    audit: '0',
    owner_id: nobody,
    token: '',
  };
  for (;;) {
    const [edge] = await query<typeof from>(
      `SELECT audit, owner_id, token FROM ledger_seals
      WHERE (audit, owner_id, token) >= ($1, $2, $3) AND audit < $4
      ORDER BY audit, owner_id, token OFFSET $5 LIMIT 1`,
      [from.audit, from.owner_id, from.token, kept, sliceSize],
    );
    await query(
      `DELETE FROM ledger_seals WHERE (audit, owner_id, token) >= ($1, $2, $3) AND (audit, owner_id, token) < ($4, $5, $6)`,
      [
        from.audit,
        from.owner_id,
        from.token,
        edge?.audit ?? kept,
        edge?.owner_id ?? nobody,
        edge?.token ?? '',
      ],
    );
    if (!edge) return;
    from = edge;
  }
}

export interface Sealing {
  readonly key: string | null;
  readonly findings: Findings;
}

/**
 * Checks that every account's chain still contains its sealed head, and that the seals are unaltered. The fault of the seals themselves is
 * answered, null for none, because a newer audit may have deleted them meanwhile.
 */
export async function auditSeals(
  query: Query,
  { number, ended_at, key_id, digest: kept }: Sealed,
  { key, findings }: Sealing,
): Promise<Parameters<Findings['add']> | null> {
  const name = `the audit of ${ended_at.toISOString()}`;
  if (key_id !== keyIdOf(key))
    return [
      'key',
      key_id === null
        ? `${name} was sealed without a key: expected once, after LEDGER_KEY was set for the first time`
        : `${name} was sealed with another LEDGER_KEY: all servers must have that one`,
    ];
  const digest = newDigest(key, number);
  let after: Pick<Seal, 'owner_id' | 'token'> = { owner_id: nobody, token: '' };
  for (;;) {
    const seals = await query<Seal & { readonly now: Uint8Array | null }>(sealsSql, [
      number,
      after.owner_id,
      after.token,
      sliceSize,
    ]);
    const last = seals.at(-1);
    if (!last) break;
    after = last;
    for (const each of seals) {
      digest.update(bytesOf(each));
      if (each.length !== '0' && (each.now === null || Buffer.compare(each.now, each.head) !== 0)) {
        findings.add(
          `rewritten ${each.owner_id} ${each.token} ${number}`,
          `account ${each.owner_id} in ${each.token} was rewritten since ${name}: its first ${each.length} transfers are others`,
        );
      }
    }
  }
  if (Buffer.compare(digest.digest(), kept) === 0) return null;
  return [`seals ${number}`, `the seals of ${name} were changed`];
}

/** Each seal with the chain's current head at that position. */
const sealsSql = `
SELECT seal.owner_id, seal.token, seal.length, seal.head, coalesce(
  (SELECT debit_chain FROM ledger_transfers
    WHERE debit_owner_id = seal.owner_id AND token = seal.token AND debit_position = seal.length),
  (SELECT credit_chain FROM ledger_transfers
    WHERE credit_owner_id = seal.owner_id AND token = seal.token AND credit_position = seal.length)) AS now
FROM ledger_seals seal
WHERE seal.audit = $1 AND (seal.owner_id, seal.token) > ($2, $3)
ORDER BY seal.owner_id, seal.token LIMIT $4`;

const nobody = '00000000-0000-0000-0000-000000000000';

function newDigest(key: string | null, audit: string): Hash | Hmac {
  return (key === null ? createHash('sha256') : createHmac('sha256', key)).update(`audit ${audit}\n`);
}

function bytesOf({ owner_id, token, length, head }: Seal): string {
  return `${owner_id} ${token} ${length} ${Buffer.from(head).toString('hex')}\n`;
}
