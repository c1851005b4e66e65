import type { Db, Query } from './db.ts';
import { sqlState } from './retry.ts';

/** The role with which the server works. It has no login: the user who opens the database switches to it. */
const serverRole = 'zesto_server';

/** Tables whose rows are only added. */
const appendOnly: ReadonlySet<string> = new Set([
  'ledger_transfers',
  'ledger_audits',
  'exchanges',
  'transaction_steps',
  'events',
  'late_deposits',
  'price_rules',
  'operator_log',
  'operator_four_eyes',
  'treasury_bookings',
  'treasury_acceptances',
]);
/** Tables whose rows change but are never deleted. */
const neverDeleted: ReadonlySet<string> = new Set([
  'ledger_accounts',
  'ledger_holds',
  'transactions',
  'deposits',
  'chain_cursors',
  'chain_transfers',
  'hot_wallets',
  'outgoing_payments',
  'outgoing_transactions',
  'treasury_addresses',
  'treasury_cursors',
  'sweeps',
  'sweep_transactions',
  'users',
  'operators',
  'operator_proposals',
]);
/** Columns that are written once, in tables whose other columns change. */
const fixed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['outgoing_payments', new Set(['chain', 'payment_id', 'token', 'recipient', 'amount'])],
  [
    'outgoing_transactions',
    new Set([
      ...['chain', 'payment_id', 'attempt', 'hash', 'raw', 'max_fee', 'priority_fee'],
      ...['signed_block', 'signed_at', 'is_adopted'],
    ]),
  ],
]);
/** Tables that only the owner writes. */
const readOnly: ReadonlySet<string> = new Set(['schema_migrations']);

const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const;
type Right = (typeof rights)[number];

function mayOn(table: string, right: Right): boolean {
  if (right === 'TRUNCATE') return false;
  if (readOnly.has(table)) return right === 'SELECT';
  if (appendOnly.has(table)) return right === 'SELECT' || right === 'INSERT';
  if (right === 'UPDATE' && fixed.has(table)) return false;
  return right !== 'DELETE' || !neverDeleted.has(table);
}

interface Column {
  readonly name: string;
  readonly quoted: string;
  readonly is_held: boolean;
}

/** Grants the columns that may change. Revoking a table's right also revokes the rights on its columns, so they are granted again. */
function columnRights(
  table: string,
  columns: readonly Column[],
  isAnew: boolean,
  [on, to]: readonly [string, string],
) {
  const written = fixed.get(table);
  if (!written) return [];
  const list = (some: readonly Column[]) => some.map(({ quoted }) => quoted).join(', ');
  const given = columns.filter(({ name, is_held }) => !written.has(name) && (isAnew || !is_held));
  const taken = columns.filter(({ name, is_held }) => written.has(name) && !isAnew && is_held);
  return [
    ...(given.length > 0 ? [`GRANT UPDATE (${list(given)}) ON ${on} TO ${to}`] : []),
    ...(taken.length > 0 ? [`REVOKE UPDATE (${list(taken)}) ON ${on} FROM ${to}`] : []),
  ];
}

/** `refused`: insufficient privilege. `found`: another server was faster. */
const refused = '42501';
const found: ReadonlySet<string> = new Set(['42710', '23505']);

/**
 * Creates the server's role when it is missing, and grants what the server needs: everything except changing append-only data. Answers the
 * role, or null when the database's user may not create one. Call it as the owner, after migrating.
 */
export async function prepareRole(database: Db): Promise<string | null> {
  const [role] = await database.query<{ is_there: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS is_there',
    [serverRole],
  );
  const isMade = role?.is_there || (await attempt(database, `CREATE ROLE ${serverRole} NOLOGIN`));
  if (!isMade) return null;
  const [mine] = await database.query<{ is_member: boolean }>(
    "SELECT pg_has_role(current_user, $1, 'MEMBER') AS is_member",
    [serverRole],
  );
  if (!mine?.is_member && !(await attempt(database, `GRANT ${serverRole} TO CURRENT_USER`))) return null;
  await giveRights(database, serverRole);
  if (database.engine === 'pglite')
    await attempt(database, `GRANT pg_checkpoint, pg_maintain TO ${serverRole}`);
  return serverRole;
}

/** Gives a separate login of the server the same rights as `prepareRole` gives the server's role. */
export function giveRights(database: Db, role: string): Promise<void> {
  return database.transaction(async (query) => {
    await query('SET LOCAL lock_timeout = 0');
    await query('SELECT version FROM schema_migrations WHERE version = 0 FOR UPDATE');
    for (const statement of await missingRights(query, role)) await query(statement);
  });
}

interface Relation {
  readonly name: string;
  readonly quoted: string;
  readonly held: readonly string[];
  readonly columns: readonly Column[];
}

/** The statements that correct a role's rights; none at most starts. */
async function missingRights(query: Query, role: string): Promise<string[]> {
  const [grantee] = await query<{ quoted: string }>('SELECT quote_ident($1) AS quoted', [role]);
  const tables = await query<Relation>(
    `SELECT relname AS name, quote_ident(relname) AS quoted,
      ARRAY(SELECT "right" FROM unnest($2::text[]) AS wanted ("right") WHERE has_table_privilege($1, pg_class.oid, "right")) AS held,
      (SELECT jsonb_agg(jsonb_build_object('name', attname, 'quoted', quote_ident(attname), 'is_held',
          has_column_privilege($1, attrelid, attnum, 'UPDATE')) ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`,
    [role, rights],
  );
  const sequences = await query<{ quoted: string }>(
    `SELECT quote_ident(relname) AS quoted FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace
      AND CASE WHEN relkind = 'S' THEN NOT has_sequence_privilege($1, oid, 'USAGE') ELSE false END`,
    [role],
  );
  const to = grantee?.quoted ?? '';
  return [
    ...tables.flatMap(({ name, quoted, held, columns }) => {
      const given = rights.filter((right) => mayOn(name, right) && !held.includes(right));
      const taken = rights.filter((right) => !mayOn(name, right) && held.includes(right));
      return [
        ...(given.length > 0 ? [`GRANT ${given.join(', ')} ON ${quoted} TO ${to}`] : []),
        ...(taken.length > 0 ? [`REVOKE ${taken.join(', ')} ON ${quoted} FROM ${to}`] : []),
        ...columnRights(name, columns, taken.includes('UPDATE'), [quoted, to]),
      ];
    }),
    ...sequences.map(({ quoted }) => `GRANT USAGE ON SEQUENCE ${quoted} TO ${to}`),
  ];
}

/** Whether the user of this connection may change or delete transfers. */
export async function mayRewrite(query: Query): Promise<boolean> {
  const [right] = await query<{ may: boolean }>(
    "SELECT has_table_privilege('ledger_transfers', 'UPDATE, DELETE, TRUNCATE') AS may",
  );
  return right?.may ?? true;
}

async function attempt(database: Db, statement: string): Promise<boolean> {
  try {
    await database.query(statement);
    return true;
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (state === refused) return false;
    if (found.has(state)) return true;
    throw error;
  }
}
