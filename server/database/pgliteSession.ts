import { type PGlite, protocol } from '@electric-sql/pglite';
import type { Query, SqlValue } from './db.ts';
import { statementNames } from './statements.ts';
import { decoderOf, encodeValue } from './values.ts';

const { serialize, messages } = protocol;

interface Column {
  readonly name: string;
  readonly decode: (text: string) => unknown;
}

interface PgliteSession {
  readonly query: Query;
  /** Runs one statement without parameters and answers its command tag (`COMMIT`, `CHECKPOINT`). */
  run(statement: string): Promise<string>;
}

/**
 * Uses the extended query protocol of PGlite directly and prepares each statement once: three times as fast as its own `query`, which
 * parses and describes on every call, and with the same values as the other engine. Calls are answered one after the other.
 */
export function pgliteSession(pg: PGlite): PgliteSession {
  const nameOf = statementNames();
  const prepared = new Map<string, readonly Column[]>();

  async function exchange(...parts: Uint8Array[]) {
    const { messages: answers } = await pg.execProtocol(Buffer.concat(parts), { syncToFs: false });
    if (answers.at(-1)?.name !== 'readyForQuery') throw new Error('the embedded database stopped answering');
    return answers;
  }

  async function prepare(name: string, sql: string): Promise<readonly Column[]> {
    const answers = await exchange(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const description = answers.find((answer) => answer instanceof messages.RowDescriptionMessage);
    const columns = (description?.fields ?? []).map((field) => ({
      name: field.name,
      decode: decoderOf(field.dataTypeID),
    }));
    if (name !== '') prepared.set(name, columns);
    return columns;
  }

  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done;
    return done;
  }

  return {
    query: <Row extends object>(sql: string, values: readonly SqlValue[] = []) =>
      inTurn(async () => {
        const name = nameOf(sql) ?? '';
        const columns = prepared.get(name) ?? (await prepare(name, sql));
        const answers = await exchange(
          serialize.bind({ statement: name, values: values.map(encodeValue) }),
          serialize.execute({}),
          serialize.sync(),
        );
        const rows: Row[] = [];
        for (const answer of answers) {
          if (answer instanceof messages.DataRowMessage) rows.push(readRow(columns, answer.fields) as Row);
        }
        return rows;
      }),
    run: (statement) =>
      inTurn(async () => {
        const answers = await exchange(serialize.query(statement));
        const done = answers.find((answer) => answer instanceof messages.CommandCompleteMessage);
        return done?.text ?? '';
      }),
  };
}

function readRow(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, decode }] of columns.entries()) {
    const text = fields[index];
    row[name] = text === null || text === undefined ? null : decode(text);
  }
  return row;
}
