import { exportAccountCall } from '../../contract/accountData.ts';
import { printMoney } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';
import { requireProof, takeProof } from '../auth/stepUp.ts';
import { exportsByAccount, requireUse, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { allTransactions } from '../history/history.ts';
import type { Route } from '../http/routes.ts';
import { type CoolingSettings, ownRules, usableFrom, type Waits } from '../payments/cooling.ts';
import type { Explorer } from '../tokens/explorer.ts';
import { type Section, sections } from './exportSections.ts';

interface World {
  readonly database: Db;
  /** Whether emails can be sent. */
  readonly hasEmails: boolean;
  readonly explorer: Explorer | null;
  /** The server's wait for new addresses. */
  readonly cooling: CoolingSettings;
}

/** Registers the call that exports everything that is stored about a person. */
export function exportCalls(route: Route, { database, hasEmails, explorer, cooling }: World) {
  route(exportAccountCall, async ({ session, stepUp, at }) => {
    const userId = session.user.id;
    const proof = { shown: stepUp, hasEmails, at };
    // Before the proof is used up, so that neither a refusal by the limit nor a first read that fails costs it.
    await requireUse(database.query, exportsByAccount, userId, at);
    await requireProof(database.query, session, 'export', proof);
    const begun = await begin(database.query, userId, cooling, at);
    await database.transaction(async (query) => {
      await takeProof(query, session, 'export', proof);
      await takeUse(query, exportsByAccount, userId, at);
    });
    return exportOf({ query: database.query, explorer }, userId, begun);
  });
}

/** What all parts of an export are told by. */
interface Begun {
  /** Of each token, by its symbol. */
  readonly decimals: ReadonlyMap<string, number>;
  readonly waits: Waits;
}

async function begin(query: Query, userId: string, cooling: CoolingSettings, at: Date): Promise<Begun> {
  const tokens = await query<{ symbol: string; decimals: number }>('SELECT symbol, decimals FROM tokens');
  const decimals = new Map(tokens.map((each) => [each.symbol, each.decimals]));
  return { decimals, waits: { rulesOf: await ownRules(query, [userId], cooling, at), at } };
}

/** The JSON in pieces of some hundred rows: no account has enough to fill the server's memory. */
async function* exportOf(
  world: { readonly query: Query } & Pick<World, 'explorer'>,
  userId: string,
  { decimals, waits }: Begun,
): AsyncGenerator<string> {
  const { query } = world;
  yield `{"exported_at":${JSON.stringify(waits.at)}`;
  for (const section of sections) {
    const rows = rowsOf(query, section, userId, decimals);
    const told = section.name === 'saved_addresses' ? asJudged(query, rows, userId, waits) : rows;
    yield* listOf(section.name, told);
  }
  yield* listOf('transactions', allTransactions(world, userId));
  yield '\n}\n';
}

async function* listOf(name: string, parts: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let isFirst = true;
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}

const rowsAtOnce = 500;

async function* rowsOf(
  query: Query,
  { columns, from, owner, keys, money = {} }: Section,
  userId: string,
  decimals: ReadonlyMap<string, number>,
): AsyncGenerator<readonly object[]> {
  const names = keys.map(([name]) => name);
  const order = `ORDER BY ${names.join(', ')} LIMIT ${rowsAtOnce}`;
  // Compared as text, because JavaScript's dates are less precise than the database's.
  const places = names.map((name, index) => `${name}::text AS key_${index}`);
  const select = `SELECT ${[...columns, ...places].join(', ')} FROM ${from} WHERE ${owner} = $1`;
  const behind = `(${names.join(', ')}) > (${keys.map(([, type], index) => `$${index + 2}::${type}`).join(', ')})`;
  for (let last: readonly string[] | null = null; ; ) {
    const rows: Row[] = await query<Row>(
      `${select} ${last ? `AND ${behind} ` : ''}${order}`,
      last ? [userId, ...last] : [userId],
    );
    yield rows.map((row) => tell(row, money, decimals));
    const end = rows.at(-1);
    if (!end || rows.length < rowsAtOnce) return;
    last = keys.map((_, index) => String(end[`key_${index}`]));
  }
}

type Row = Readonly<Record<string, unknown>>;

function tell(row: Row, money: NonNullable<Section['money']>, decimals: ReadonlyMap<string, number>) {
  const told = Object.entries(row).filter(([name]) => !name.startsWith('key_'));
  return Object.fromEntries(
    told.map(([name, value]) => {
      const tokenColumn = money[name];
      if (tokenColumn === undefined || value === null) return [name, value];
      const symbol = tokenColumn === 'value' ? valueToken.symbol : String(row[tokenColumn]);
      const token = { symbol, name: symbol, decimals: decimals.get(symbol) ?? 0 };
      return [name, printMoney({ token, minor: BigInt(String(value)) })];
    }),
  );
}

interface SavedRow {
  readonly address: string;
  readonly created_at: Date;
  readonly usable_from: Date;
  readonly removed_at: Date | null;
}

/** Saved addresses with the wait that payments are judged by, as the address book tells it. Removed ones keep what was stored. */
async function* asJudged(
  query: Query,
  parts: AsyncIterable<readonly object[]>,
  userId: string,
  waits: Waits,
): AsyncGenerator<readonly object[]> {
  for await (const part of parts) {
    const rows = part as readonly SavedRow[];
    const usable = await usableFrom(query, userId, rows, waits);
    yield rows.map((row, index) =>
      row.removed_at ? row : { ...row, usable_from: usable[index] ?? row.usable_from },
    );
  }
}
