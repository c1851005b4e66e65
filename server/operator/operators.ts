import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { operatorNames } from '../../contract/operatorNames.ts';
import type { InvitedOperator, OperatorPerson } from '../../contract/operatorPeople.ts';
import type { OperatorRole } from '../../contract/operatorRoles.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import type { Operator } from '../http/routes.ts';

export interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Null until they have set up their login. */
  readonly password_hash: string | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
}

/** The operator for the server's own token. No other operator can have this name. */
export const localOperator: Operator = {
  id: null,
  name: operatorNames.localToken,
  role: 'administrator',
  session: null,
};

const setupLife = 24 * 3_600_000;

export async function operatorByName(query: Query, name: string): Promise<OperatorRow | null> {
  const [row] = await query<OperatorRow>('SELECT * FROM operators WHERE name = $1', [name]);
  return row ?? null;
}

/** Operators who may log in. */
export function activeOperators(query: Query): Promise<OperatorRow[]> {
  return query<OperatorRow>(
    'SELECT * FROM operators WHERE password_hash IS NOT NULL AND disabled_at IS NULL ORDER BY name',
  );
}

/** Adds an operator without a login. USERNAME_TAKEN for a name that any operator has or had. Call it in a transaction. */
export async function addOperator(
  query: Query,
  { name, role }: { readonly name: string; readonly role: OperatorRole },
  at: Date,
): Promise<InvitedOperator> {
  const [added] = await query<OperatorRow>(
    'INSERT INTO operators (id, name, role, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING RETURNING *',
    [randomUUID(), name, role, at],
  );
  if (!added) throw new Refusal('USERNAME_TAKEN', { fields: { name: 'taken' } });
  return invite(query, added, at);
}

/**
 * Makes a new code for an invited operator. NOT_FOUND for an unknown name, STATUS_CONFLICT for one with a login, or a disabled one. Call it
 * in a transaction.
 */
export async function inviteAgain(query: Query, name: string, at: Date): Promise<InvitedOperator> {
  const found = await lockOperator(query, name);
  if (found.password_hash !== null || found.disabled_at !== null) throw new Refusal('STATUS_CONFLICT');
  return invite(query, found, at);
}

/** Removes the login of an operator, who may set up another one. NOT_FOUND for an unknown name. Call it in a transaction. */
export async function resetOperator(query: Query, name: string, at: Date): Promise<InvitedOperator> {
  const found = await lockOperator(query, name);
  await query('UPDATE operators SET password_hash = NULL, disabled_at = NULL WHERE id = $1', [found.id]);
  await query('DELETE FROM operator_totp_secrets WHERE operator_id = $1', [found.id]);
  await query('DELETE FROM operator_passkeys WHERE operator_id = $1', [found.id]);
  await endSessionsOf(query, found.id);
  return invite(query, found, at);
}

/** Disables an operator. NOT_FOUND for an unknown name. Call it in a transaction. */
export async function disableOperator(query: Query, name: string, at: Date): Promise<OperatorPerson> {
  const found = await lockOperator(query, name);
  await query('UPDATE operators SET disabled_at = coalesce(disabled_at, $2) WHERE id = $1', [found.id, at]);
  await query('DELETE FROM operator_setups WHERE operator_id = $1', [found.id]);
  await endSessionsOf(query, found.id);
  return requiredPerson(query, name);
}

/** NOT_FOUND for an unknown name. Call it in a transaction. */
export async function changeRole(query: Query, name: string, role: OperatorRole): Promise<OperatorPerson> {
  const found = await lockOperator(query, name);
  await query('UPDATE operators SET role = $2 WHERE id = $1', [found.id, role]);
  return requiredPerson(query, name);
}

/** Locks all operators, because the number left is checked after a change, and two parallel changes could leave none. */
async function lockOperator(query: Query, name: string): Promise<OperatorRow> {
  const rows = await query<OperatorRow>('SELECT * FROM operators ORDER BY id FOR UPDATE');
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function invite(query: Query, { id, name, role }: OperatorRow, at: Date): Promise<InvitedOperator> {
  const code = randomBytes(32).toString('base64url');
  const expires = new Date(at.getTime() + setupLife);
  await query(
    `INSERT INTO operator_setups (operator_id, code_hash, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (operator_id) DO UPDATE
       SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, password_hash = NULL, secret = NULL, used_at = NULL`,
    [id, hashOf(code), expires],
  );
  return { name, role, setup_code: code, expires_at: expires.toISOString() };
}

interface PersonRow extends OperatorRow {
  readonly invited_until: Date | null;
  readonly last_seen_at: Date | null;
}

/** All operators by name, or the one with this name. */
export async function tellOperators(query: Query, name: string | null): Promise<OperatorPerson[]> {
  const rows = await query<PersonRow>(
    `SELECT operators.*,
       (SELECT expires_at FROM operator_setups WHERE operator_id = operators.id AND used_at IS NULL) AS invited_until,
       (SELECT max(last_seen_at) FROM operator_sessions WHERE operator_id = operators.id) AS last_seen_at
     FROM operators WHERE $1::text IS NULL OR name = $1 ORDER BY name`,
    [name],
  );
  return rows.map((row) => ({
    name: row.name,
    role: row.role,
    status: row.disabled_at ? 'disabled' : row.password_hash === null ? 'invited' : 'active',
    created_at: row.created_at.toISOString(),
    invited_until: row.invited_until?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }));
}

async function requiredPerson(query: Query, name: string): Promise<OperatorPerson> {
  const [person] = await tellOperators(query, name);
  if (!person) throw new Refusal('NOT_FOUND');
  return person;
}

/** Ends an operator's sessions except `keep`; their proofs and started ceremonies are deleted with them. */
export async function endSessionsOf(
  query: Query,
  operatorId: string,
  keep: string | null = null,
): Promise<void> {
  await query('DELETE FROM operator_sessions WHERE operator_id = $1 AND id IS DISTINCT FROM $2::uuid', [
    operatorId,
    keep,
  ]);
}

/** A fast hash is enough for 256 random bits. */
export function hashOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
