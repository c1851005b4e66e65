import type { Db, Query, SqlValue } from '../../server/database/db.ts';

const undo = new Error('undo');

type Statement = string | readonly [sql: string, values: readonly SqlValue[]];

/** What `look` answers after `statements` of somebody who may do anything in the database; all of it is undone. */
export async function afterTampering<T>(
  database: Db,
  statements: readonly Statement[],
  look: (query: Query) => Promise<T>,
): Promise<T> {
  let seen: { readonly value: T } | undefined;
  await database
    .transaction(async (query) => {
      await query('SET LOCAL ROLE NONE');
      for (const statement of statements) {
        const [sql, values] = typeof statement === 'string' ? [statement, []] : statement;
        await query(sql, values);
      }
      seen = { value: await look(query) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!seen) throw new Error('nothing was looked at');
  return seen.value;
}
