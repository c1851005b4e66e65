import { createHash } from 'node:crypto';

/** Enough for every statement in the code; the limit keeps generated ones from filling the server's memory. */
const mostNames = 500;

/** Gives each SQL text a stable name for preparing it, or undefined when there are too many. */
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
