import { createHash } from 'node:crypto';

/** Enough for every statement that is written out; a flood of generated ones must not fill the server's memory. */
const mostNames = 500;

/** Gives each SQL text a stable name to prepare it under, or undefined when too many are named already. */
export function statementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= mostNames) return known;
    const name = `z${createHash('sha256').update(sql).digest('base64url')}`;
    names.set(sql, name);
    return name;
  };
}
