import { csvLine } from '../../contract/csv.ts';

const columns = ['label', 'address', 'token', 'note', 'created_at', 'usable_from'] as const;

/** The book as a table. */
export function printTable(
  book: readonly Readonly<Record<(typeof columns)[number], string | null>>[],
): string {
  return (
    csvLine(columns) + book.map((entry) => csvLine(columns.map((column) => entry[column] ?? ''))).join('')
  );
}
