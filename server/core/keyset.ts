/** The position after which a list continues: a row's time and id. */
interface Position {
  readonly at: Date;
  readonly id: string;
}

/** Parses an `after` of `positionSearch` as values of a statement: none for the start of the list. */
export function readPosition(after: string | undefined): readonly (Date | string)[] {
  if (after === undefined) return [];
  const [time = '', id = ''] = after.split('_');
  return [new Date(time), id];
}

export const positionOf = ({ at, id }: Position): string => `${at.toISOString()}_${id}`;

/** Given up to `limit` + 1 rows, answers `limit` of them and the position of the next page. */
export function keysetPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  told: { readonly position: (row: Row) => string; readonly tell: (row: Row) => Item },
): { data: Item[]; meta: { next: string | null } } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? told.position(last) : null;
  return { data: shown.map(told.tell), meta: { next } };
}
