import * as z from 'zod/mini';
import { addressesPerBook, addressLabel, addressNote } from './addressBook.ts';
import { readCsv } from './csv.ts';
import { ok, type Result, refused } from './result.ts';
import { checkFields, type FieldErrors, type Rule } from './rules.ts';
import { emptiable, tokenSymbol } from './textRules.ts';
import { readAddress } from './walletAddress.ts';

/** An entry of the address book; `address` with its checksum. */
export interface AddressEntry {
  readonly label: string;
  readonly address: string;
  readonly token: string | null;
  readonly note: string | null;
}

/** Entries with the same key are the same entry. */
export const keyOf = ({ address, token }: Pick<AddressEntry, 'address' | 'token'>) =>
  `${address} ${token ?? ''}`;

/** The columns that an import reads. A file must not set limits or when an address becomes usable. */
const columns = ['label', 'address', 'token', 'note'] as const;

const lineForm = z.object({
  label: addressLabel,
  address: z.string(),
  token: emptiable(tokenSymbol),
  note: addressNote,
});

/** A parsed line of the table. `number`: its line in the file. */
interface Read extends AddressEntry {
  readonly number: number;
}

/**
 * Reads a table with a header line, in order, or answers the errors by line and column: `3.address`, `1.label` for a missing
 * column, `csv` for no addresses or more lines than a book may have. `listed`: the symbols of listed tokens, which only the server knows.
 */
export function readAddressTable(
  text: string,
  listed: ReadonlySet<string> | null,
): Result<readonly Read[], FieldErrors> {
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
  listed: ReadonlySet<string> | null,
): Result<AddressEntry, FieldErrors> {
  const given = Object.fromEntries(columns.map((name) => [name, cells[names.indexOf(name)] ?? '']));
  const checked = checkFields(lineForm, given);
  if (!checked.ok) return refused(checked.fields);
  const { token } = checked.value;
  if (token !== null && listed && !listed.has(token)) return refused({ token: 'format' });
  const address = readAddress(checked.value.address);
  if (!address.ok) return refused({ address: address.problem });
  // Nobody has the key of the zero address.
  if (/^0x0+$/.test(address.value)) return refused({ address: 'format' });
  return ok({ ...checked.value, address: address.value });
}
