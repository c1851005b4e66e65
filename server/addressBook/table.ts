import * as z from 'zod/mini';
import { addressesPerBook, addressLabel, addressNote } from '../../contract/addressBook.ts';
import { ok, type Result, refused } from '../../contract/result.ts';
import { checkFields, type FieldErrors, type Rule } from '../../contract/rules.ts';
import { emptiable, tokenSymbol } from '../../contract/textRules.ts';
import { readAddress } from '../../contract/walletAddress.ts';
import { csvLine, readCsv } from '../core/csv.ts';
import { type Entry, keyOf } from './book.ts';

const columns = ['label', 'address', 'token', 'note', 'created_at', 'usable_from'] as const;
/** The columns that an import reads. A file must not set limits or when an address becomes usable. */
const readColumns = ['label', 'address', 'token', 'note'] as const;

const lineForm = z.object({
  label: addressLabel,
  address: z.string(),
  token: emptiable(tokenSymbol),
  note: addressNote,
});

/** The book as a table. */
export function printTable(
  book: readonly Readonly<Record<(typeof columns)[number], string | null>>[],
): string {
  return (
    csvLine(columns) + book.map((entry) => csvLine(columns.map((column) => entry[column] ?? ''))).join('')
  );
}

/** A parsed line of the table. `number`: its line in the file. */
interface Read extends Entry {
  readonly number: number;
}

/**
 * Reads a table with a header line, in order, or answers the errors by line and column: `3.address`, `1.label` for a missing
 * column, `csv` for no addresses or more lines than a book may have. `listed`: the symbols of listed tokens.
 */
export function readTable(text: string, listed: ReadonlySet<string>): Result<readonly Read[], FieldErrors> {
  const [header, ...lines] = readCsv(text);
  if (!header || lines.length === 0) return refused({ csv: 'required' });
  const names = header.cells?.map((name) => name.toLowerCase().trim()) ?? [];
  const missing = (['label', 'address'] as const).filter((name) => !names.includes(name));
  if (missing.length > 0)
    return refused(Object.fromEntries(missing.map((name) => [`1.${name}`, 'required'])));
  if (lines.length > addressesPerBook) return refused({ csv: 'too_long' });
  const read = new Map<string, Read>();
  const errors: Record<string, Rule> = {};
  for (const { number, cells } of lines) {
    const entry = cells ? readEntry(cells, names, listed) : refused({ quotes: 'format' } as const);
    const key = entry.ok ? keyOf(entry.value) : '';
    const told: FieldErrors = entry.ok ? (read.has(key) ? { address: 'taken' } : {}) : entry.problem;
    for (const [name, rule] of Object.entries(told)) errors[`${number}.${name}`] = rule;
    if (entry.ok) read.set(key, { ...entry.value, number });
  }
  return Object.keys(errors).length > 0 ? refused(errors) : ok([...read.values()]);
}

function readEntry(
  cells: readonly string[],
  names: readonly string[],
  listed: ReadonlySet<string>,
): Result<Entry, FieldErrors> {
  const given = Object.fromEntries(readColumns.map((name) => [name, cells[names.indexOf(name)] ?? '']));
  const checked = checkFields(lineForm, given);
  if (!checked.ok) return refused(checked.fields);
  const { token } = checked.value;
  if (token !== null && !listed.has(token)) return refused({ token: 'format' });
  const address = readAddress(checked.value.address);
  if (!address.ok) return refused({ address: address.problem });
  // Nobody has the key of the zero address.
  if (/^0x0+$/.test(address.value)) return refused({ address: 'format' });
  return ok({ ...checked.value, address: address.value });
}
