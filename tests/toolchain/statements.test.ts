import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** A text in the sources of the server that the database may be sent, whole or as a part of a statement. */
interface Text {
  readonly file: string;
  readonly sql: string;
  /** Whether it begins a statement: the first argument of what sends one. */
  readonly isSent: boolean;
}

const filesIn = (ending: string) =>
  readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `server/${name.replaceAll('\\', '/')}`)
    .toSorted();

/** The names under which the server calls what sends a statement (`Query`, `Db`, the session of the embedded engine). */
const senders = new Set(['query', 'queryWithoutSync', 'run', 'attempt']);

/** Words that stand in every statement and in its parts, and in capitals in nothing else. */
const words =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|WITH|FOR|SET|JOIN|VALUES|RETURNING|ORDER BY|LIMIT|ALTER|CREATE|DROP|TRUNCATE|LOCK|LISTEN|UNLISTEN|NOTIFY|DECLARE|FETCH|CLOSE|SAVEPOINT|ROLLBACK|BEGIN|COMMIT|DO|CALL|COPY|VACUUM|CHECKPOINT|ANALYZE|GRANT|REVOKE|COLLATE|OVERRIDING|CONFLICT)\b|\bpg_/;

type Node = Record<string, unknown> & { readonly type?: string };

/** The text of a literal; what is put into a template is a question mark. */
function textOf(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as readonly { value: { cooked: string | null; raw: string } }[];
  return quasis.map(({ value }) => value.cooked ?? value.raw).join(' ? ');
}

const nameOf = (callee: Node) => {
  const name = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return String(name.name);
};

/** Visits a tree of syntax, each node before what is in it. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value as Node);
  for (const part of Object.values(value)) walk(part, visit);
}

/** Every literal of a source that is sent, itself or by the name of a constant, or that has a word of SQL. */
function textsIn(file: string, source: string): Text[] {
  const { program } = parseSync(file, source);
  const sent = new Set<unknown>();
  const names = new Set<unknown>();
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || !senders.has(nameOf(node.callee as Node))) return;
    const [first] = node.arguments as readonly Node[];
    sent.add(first);
    if (first?.type === 'Identifier') names.add(first.name);
  });
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && names.has((node.id as Node).name)) sent.add(node.init);
  });
  const found: Text[] = [];
  walk(program, (node) => {
    const sql = textOf(node);
    if (sql !== null && (sent.has(node) || words.test(sql)))
      found.push({ file, sql, isSent: sent.has(node) });
  });
  return found;
}

const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '');

const texts: readonly Text[] = [
  ...filesIn('.ts').flatMap((file) => textsIn(file, readFileSync(file, 'utf8'))),
  ...filesIn('.sql').map((file) => ({
    file,
    sql: withoutComments(readFileSync(file, 'utf8')),
    isSent: true,
  })),
];

type Uses = (sql: string) => boolean;
const has =
  (pattern: RegExp): Uses =>
  (sql) =>
    pattern.test(sql);

/** What no statement has, because one of the databases of docs/scale.md lacks it and PostgreSQL does as well without it. */
const never: Readonly<Record<string, Uses>> = {
  'advisory locks': has(/\bpg_(?:try_)?advisory/i),
  'PL/pgSQL, stored functions and DO': has(
    /\bplpgsql\b|\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\b|\bDO\s+(?:LANGUAGE\b|\$)|^\s*CALL\b/i,
  ),
  'triggers and rules': has(/\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+|EVENT\s+)?(?:TRIGGER|RULE)\b/i),
  'temporary and unlogged tables': has(
    /\b(?:TEMP|TEMPORARY|UNLOGGED)\s+(?:TABLE|SEQUENCE|VIEW)|\bON COMMIT\b/i,
  ),
  'exclusion constraints': has(/\bEXCLUDE\s*(?:USING|\()/i),
  'deferrable constraints': has(/\bDEFERRABLE\b|\bSET CONSTRAINTS\b/i),
  'indexes other than B-trees': has(/\bUSING\s+(?:gin|gist|spgist|brin|hash)\b/i),
  'indexes made beside the work': has(/\bINDEX\s+CONCURRENTLY\b/i),
  'inheritance and partitions': has(
    /\bINHERITS\b|\bPARTITION\s+OF\b|\bPARTITION\s+BY\s+(?:RANGE|LIST|HASH)\b/i,
  ),
  'extensions, types and materialized views': has(
    /\bCREATE\s+(?:EXTENSION|TYPE|DOMAIN|MATERIALIZED|COLLATION|AGGREGATE|CAST|OPERATOR)\b/,
  ),
  'stored generated columns': has(/\bSTORED\b/),
  'prepared transactions, MERGE and COPY': has(/\bPREPARE TRANSACTION\b|\bMERGE INTO\b|^\s*COPY\b/i),
  'locks without waiting': has(/\bNOWAIT\b/i),
  'system columns and transaction numbers': has(
    /\b(?:xmin|xmax|cmin|cmax|ctid)\b|\b(?:txid_current|pg_current_xact_id|pg_snapshot)/,
  ),
  'cursors that scroll or outlive a transaction': has(/\bWITH HOLD\b|(?<!NO )\bSCROLL CURSOR\b/i),
  'samples and grouping sets': has(/\bTABLESAMPLE\b|\bGROUPING SETS\b|\bROLLUP\s*\(|\bCUBE\s*\(/),
  'an expression as the target of ON CONFLICT': has(/\bON CONFLICT\s*\([^)]*\(/i),
  'the last number of a sequence': has(/\b(?:currval|lastval)\s*\(/i),
  'one table changed twice in one statement': (sql) => {
    const changed = [...sql.matchAll(/(?<!DO |FOR |KEY )\bUPDATE\s+([a-z_]+)|\bDELETE FROM\s+([a-z_]+)/g)];
    const tables = changed.map(([, updated, deleted]) => updated ?? deleted);
    return !sql.includes(';') && new Set(tables).size < tables.length;
  },
};

/** Where an exception stands: these files and no others. */
const everywhere = 'everywhere';

interface Exception {
  readonly uses: Uses;
  readonly where: readonly string[] | typeof everywhere;
  /** Whose documentation says that it is missing or different. */
  readonly lacking: string;
  /** What would be done there. */
  readonly instead: string;
}

/** What the server uses that one of them lacks or does in another way: the table of docs/scale.md. */
const exceptions: Readonly<Record<string, Exception>> = {
  '`LISTEN`, `pg_notify`': {
    uses: has(/\b(?:UN)?LISTEN\b|\bNOTIFY\b|\bpg_notify\b/),
    where: ['database/announce.ts', 'database/pglite.ts', 'database/postgresListener.ts', 'rates/rates.ts'],
    lacking: 'CockroachDB, Aurora Limitless; YugabyteDB before 2025.2.3',
    instead: 'another `announce` (032); without `LISTEN` the feed reads every 15 s',
  },
  '`SKIP LOCKED`': {
    uses: has(/\bSKIP LOCKED\b/),
    where: ['accounts/sessions.ts', 'email/noticeQueue.ts', 'files/records.ts', 'news/telling.ts'],
    lacking: 'Aurora DSQL does not name it',
    instead: 'without it they wait for each other, or try again',
  },
  '`FOR KEY SHARE`': {
    uses: has(/\bFOR KEY SHARE\b/),
    where: [
      'accounts/sessions.ts',
      'accounts/users.ts',
      'auth/stepUp.ts',
      'backup/backup.ts',
      'operator/loginProofs.ts',
    ],
    lacking: 'CockroachDB at SERIALIZABLE',
    instead: 'READ COMMITTED, or `enable_shared_locking_for_serializable`',
  },
  '`FOR SHARE`': {
    uses: has(/\bFOR SHARE\b/),
    where: [
      'accounts/users.ts',
      'auth/identities.ts',
      'auth/stepUp.ts',
      'auth/webauthn.ts',
      'operator/fourEyes.ts',
      'operator/logins.ts',
    ],
    lacking: 'CockroachDB at SERIALIZABLE; Aurora DSQL does not name it',
    instead: 'as above; `FOR UPDATE`',
  },
  '`FOR NO KEY UPDATE`': {
    uses: has(/\bFOR NO KEY UPDATE\b/),
    where: everywhere,
    lacking: 'Aurora DSQL does not name it',
    instead: '`FOR UPDATE`',
  },
  '`FOR UPDATE`': {
    uses: has(/\bFOR UPDATE\b/),
    where: everywhere,
    lacking: 'Citus: rows of one shard; Aurora DSQL: found out at the commit',
    instead: 'shards by person; more is tried again (40001)',
  },
  '`LOCK TABLE`': {
    uses: has(/\bLOCK TABLE\b/),
    where: ['demo/chain/faucet.ts'],
    lacking: 'YugabyteDB',
    instead: 'none needed: the demo runs on the embedded engine',
  },
  '`SAVEPOINT`': {
    uses: has(/\bSAVEPOINT\b/),
    where: ['ledger/idempotency.ts', 'operator/fourEyes.ts'],
    lacking: 'Aurora DSQL',
    instead: 'judge before writing, or record the refusal in a second transaction',
  },
  '`REPEATABLE READ`': {
    uses: has(/\bISOLATION LEVEL\b/),
    where: ['backup/backup.ts', 'database/snapshot.ts'],
    lacking: 'Aurora DSQL has no other level; its snapshot is of `BEGIN`',
    instead: 'backups need another guard of files than a row lock',
  },
  'foreign keys': {
    uses: has(/\bREFERENCES\b|\bFOREIGN KEY\b/),
    where: everywhere,
    lacking: 'Aurora DSQL; Citus: only with the distribution column',
    instead: 'leave them out; the audit finds what has no owner',
  },
  'unique keys of any columns': {
    uses: has(/\bUNIQUE\b/),
    where: everywhere,
    lacking: 'Citus: only with the distribution column',
    instead: 'reference tables for emails, names and addresses',
  },
  'plain `CREATE INDEX`': {
    uses: has(/\bCREATE (?:UNIQUE )?INDEX (?!ASYNC)/),
    where: everywhere,
    lacking: 'Aurora DSQL',
    instead: '`CREATE INDEX ASYNC`',
  },
  'several changes of the schema in one transaction': {
    uses: has(/;\s*\n[^;]*\S[^;]*;/),
    where: everywhere,
    lacking: 'CockroachDB, Aurora DSQL; YugabyteDB unless switched on',
    instead: 'apply migrations a statement at a time, each recorded',
  },
  '`TRUNCATE`': {
    uses: has(/\bTRUNCATE\b/),
    where: ['backup/load.ts', 'database/role.ts'],
    lacking: 'Aurora DSQL',
    instead: '`DELETE`',
  },
  '`WITH RECURSIVE`': {
    uses: has(/\bRECURSIVE\b/),
    where: ['ledger/transfers.ts'],
    lacking: 'Citus: rows of one shard',
    instead: 'the statement of a single transfer, or link the legs in memory as payments do',
  },
  '`sha256(bytea)`': {
    uses: has(/\bsha256\(/),
    where: ['database/migrations/131-operator-log-chain.sql', 'ledger/transfers.ts', 'operator/logChain.ts'],
    lacking: 'CockroachDB answers text (063)',
    instead: "`decode(sha256(…), 'hex')`",
  },
  cursors: {
    uses: has(/^\s*(?:DECLARE|FETCH|CLOSE)\b/),
    where: ['backup/tables.ts'],
    lacking: 'CockroachDB: limited',
    instead: 'read by the primary key, a slice at a time',
  },
  '`COLLATE "C"`': {
    uses: has(/\bCOLLATE\b/),
    where: ['backup/tables.ts', 'database/migrations/153-operators-tickets.sql', 'operator/accountSearch.ts'],
    lacking: 'Aurora DSQL has only C',
    instead: 'leave it out',
  },
  '`VACUUM`, `ANALYZE`, `CHECKPOINT`': {
    uses: has(/\b(?:VACUUM|ANALYZE|CHECKPOINT)\b/),
    where: ['backup/load.ts', 'database/pglite.ts'],
    lacking: 'Aurora DSQL',
    instead: 'none needed: the embedded engine, and a restore that is done',
  },
  'numbers of sequences given or asked': {
    uses: has(/\bOVERRIDING\b|\b(?:nextval|setval)\s*\(/),
    where: ['audit/records.ts', 'backup/load.ts'],
    lacking: 'to be tried on each',
    instead: 'gaps do no harm; a restore has to set the sequences',
  },
  'the system catalogue': {
    uses: has(/\b(?:pg_(?!notify|advisory|try_)[a-z_]+|has_[a-z]+_privilege|information_schema)\b/),
    where: [
      'audit/records.ts',
      'backup/load.ts',
      'backup/tables.ts',
      'database/lockWaits.ts',
      'database/pglite.ts',
      'database/role.ts',
    ],
    lacking: 'to be tried on each',
    instead: 'rights, waits, audits, backups and the embedded engine’s upkeep read it; no payment does',
  },
};

const filesWith = (uses: Uses) =>
  [
    ...new Set(texts.filter(({ sql }) => uses(sql)).map(({ file }) => file.slice('server/'.length))),
  ].toSorted();

test('the statements are found where they are written: whole, in parts, and in migrations', () => {
  const source = `
    const part = \`FOR UPDATE OF \${table}\`;
    await database.query<Row>('select 1');
    const shown = 'nothing of a database';
    const named = 'listen somewhere';
    await query(named);
    await query(\`SELECT pg_advisory_lock(\${key})\`);
  `;
  expect(textsIn('made.ts', source)).toEqual([
    { file: 'made.ts', sql: 'FOR UPDATE OF  ? ', isSent: false },
    { file: 'made.ts', sql: 'select 1', isSent: true },
    { file: 'made.ts', sql: 'listen somewhere', isSent: true },
    { file: 'made.ts', sql: 'SELECT pg_advisory_lock( ? )', isSent: true },
  ]);
  expect(texts.filter(({ isSent, file }) => isSent && file.endsWith('.ts')).length).toBeGreaterThan(300);
  expect(texts.filter(({ file }) => file.endsWith('.sql')).length).toBeGreaterThan(60);
});

test('every statement begins with a word in capitals, so that none is passed over', () => {
  const small = texts.filter(
    ({ sql, isSent, file }) => isSent && file.endsWith('.ts') && !/^[\s(]*(?:[A-Z]|\?)/.test(sql),
  );
  expect(small).toEqual([]);
});

test.each(Object.entries(never))('no statement has %s', (_, uses) => {
  expect(filesWith(uses)).toEqual([]);
});

test.each(Object.entries(exceptions))('%s: only where docs/scale.md expects it', (_, { uses, where }) => {
  const found = filesWith(uses);
  if (where === everywhere) expect(found).not.toEqual([]);
  else expect(found).toEqual(where);
});

test('docs/scale.md has the same exceptions', () => {
  const [, table = ''] = readFileSync('docs/scale.md', 'utf8').split(
    '| what we use | where | lacks it | instead |\n',
  );
  const [rows = ''] = table.split('\n\n');
  const documented = rows
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const listed = Object.entries(exceptions).map(([name, { where, lacking, instead }]) => [
    name,
    where === everywhere ? everywhere : where.map((file) => `\`${file}\``).join(', '),
    lacking,
    instead,
  ]);
  expect(documented).toEqual(listed);
});
