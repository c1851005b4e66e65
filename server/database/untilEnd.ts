import type { Query } from './db.ts';

/** `query` until `end` is called; later statements are refused, since by then the connection may be in another's transaction. */
export function untilEnd(query: Query): { readonly query: Query; end(): void } {
  let isOver = false;
  return {
    query: async (sql, values) => {
      if (isOver) throw new Error('a statement came after the end of the work it belongs to');
      return query(sql, values);
    },
    end() {
      isOver = true;
    },
  };
}
