// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's roles where CSS changes `display`
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { classes } from './classes.ts';
import { RowList } from './RowList.tsx';
import { useIsNarrow } from './useIsNarrow.ts';

export interface DataColumn<Row, Id extends string> {
  id: Id;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Whether this column names the row and heads its card. Exactly one column does. */
  isRowHeader?: boolean;
  /** Whether the column has figures, which are aligned at the end. */
  isNumeric?: boolean;
  isSortable?: boolean;
}

export interface Sort<Id extends string> {
  column: Id;
  direction: 'ascending' | 'descending';
}

export interface DataTableProps<Row, Id extends string> {
  /** The table's caption. */
  caption: string;
  columns: readonly DataColumn<Row, Id>[];
  /** Already sorted by `sort`. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort<Id>;
  onSortChange?: (sort: Sort<Id>) => void;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  /** The row as a `Row`, for phones. */
  line?: (row: Row) => ReactNode;
  /** The heading of a group of rows on phones. */
  groupOf?: (row: Row) => string;
}

/**
 * A table where there is room for it (36rem of its own width, which depends on the sidebar); otherwise one card
 * per row, sortable by the same headers. With `line`, a list of rows below 768 px.
 */
export function DataTable<Row, Id extends string>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSortChange,
  empty,
  line,
  groupOf,
}: DataTableProps<Row, Id>) {
  const isNarrow = useIsNarrow();
  if (rows.length === 0 && empty !== undefined) return empty;
  if (line && isNarrow)
    return <RowList label={caption} items={rows} keyOf={rowKey} row={line} groupOf={groupOf} />;
  return (
    <div className="@container">
      <table role="table" className="w-full border-collapse @max-xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-xl:block">
          <tr
            role="row"
            className="border-line @max-xl:flex @max-xl:flex-wrap @max-xl:items-center @max-xl:gap-2 @max-xl:pb-3 @xl:border-b"
          >
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                direction={sort?.column === column.id ? sort.direction : undefined}
                onSortChange={onSortChange}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-xl:flex @max-xl:flex-col @max-xl:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-line @max-xl:grid @max-xl:grid-cols-2 @max-xl:gap-x-4 @max-xl:gap-y-3 @max-xl:rounded-card @max-xl:border @max-xl:bg-surface @max-xl:p-4 @xl:border-b @xl:last:border-b-0"
            >
              {columns.map((column) => (
                <BodyCell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderCellProps<Row, Id extends string> {
  column: DataColumn<Row, Id>;
  direction: Sort<Id>['direction'] | undefined;
  onSortChange: ((sort: Sort<Id>) => void) | undefined;
}

function HeaderCell<Row, Id extends string>({ column, direction, onSortChange }: HeaderCellProps<Row, Id>) {
  const isSortable = column.isSortable === true && onSortChange !== undefined;
  const Arrow = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
      className={classes(
        'font-medium text-muted text-sm @xl:px-3 @xl:py-1 @xl:first:pl-0 @xl:last:pr-0',
        column.isNumeric ? '@xl:text-right' : '@xl:text-left',
        !isSortable && '@max-xl:sr-only',
      )}
    >
      {isSortable ? (
        <Button
          onPress={() =>
            onSortChange({
              column: column.id,
              direction: direction === 'ascending' ? 'descending' : 'ascending',
            })
          }
          className={classes(
            'inline-flex min-h-touch cursor-pointer items-center gap-1.5 rounded-field hover:text-ink @max-xl:border @max-xl:border-edge @max-xl:px-3',
            direction !== undefined && 'font-semibold text-ink',
          )}
        >
          {column.label}
          <Arrow size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
        </Button>
      ) : (
        column.label
      )}
    </th>
  );
}

function BodyCell<Row, Id extends string>({ column, row }: { column: DataColumn<Row, Id>; row: Row }) {
  const Tag = column.isRowHeader ? 'th' : 'td';
  return (
    <Tag
      role={column.isRowHeader ? 'rowheader' : 'cell'}
      scope={column.isRowHeader ? 'row' : undefined}
      className={classes(
        'min-w-0 text-left font-normal @xl:px-3 @xl:py-3 @xl:first:pl-0 @xl:last:pr-0',
        column.isNumeric && 'tabular-nums @xl:text-right',
        column.isRowHeader && '@max-xl:col-span-2',
      )}
    >
      {!column.isRowHeader && (
        <span aria-hidden className="block text-muted text-sm @xl:hidden">
          {column.label}
        </span>
      )}
      {column.cell(row)}
    </Tag>
  );
}
