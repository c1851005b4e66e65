import { types } from 'pg';
import type { SqlValue } from './db.ts';

/** The text format of a parameter for PostgreSQL; null is SQL null. The server infers the type from the statement. */
export function encodeValue(value: SqlValue): string | null {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  if (typeof value === 'object') return `{${value.map(encodeElement).join(',')}}`;
  return String(value);
}

function encodeElement(value: SqlValue): string {
  const text = encodeValue(value);
  if (text === null) return 'NULL';
  return Array.isArray(value) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const driversOwn = (oid: number): ((text: string) => unknown) => types.getTypeParser(oid, 'text');
const textArray = driversOwn(1009);
const asText = (text: string) => text;

/** Types for which the driver's own parsing would lose digits (`numeric[]`) or shift a day by the time zone (`date`). */
const corrected = new Map<number, (text: string) => unknown>([
  [1082, asText],
  [1114, asText],
  [1016, textArray],
  [1115, textArray],
  [1182, textArray],
  [1231, textArray],
]);

/** How the text of a column with this type's OID becomes the value that `Query` promises. */
export function decoderOf(oid: number): (text: string) => unknown {
  return corrected.get(oid) ?? driversOwn(oid);
}
