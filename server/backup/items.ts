import * as z from 'zod/mini';
import { BackupProblem } from './problem.ts';

/** A table's columns are told with the types of PostgreSQL. */
const column = z.object({ name: z.string(), type: z.string() });

/** What an audit has found (`auditAll`), in values that stay the same from one version of the program to the next. */
const audited = z.object({
  accounts: z.int(),
  transfers: z.int(),
  holds: z.int(),
  tokens: z.array(z.object({ symbol: z.string(), held_for_customers: z.string() })),
  known: z.array(z.string()),
});

const head = z.discriminatedUnion('is', [
  /** The first. `audit` is null where the database was of another version than the program. */
  z.object({
    is: z.literal('backup'),
    made_at: z.string(),
    engine: z.string(),
    migrations: z.array(z.int()),
    ledger_key_id: z.nullable(z.string()),
    audit: z.nullable(audited),
  }),
  /** A secret of `DATA_DIR`. */
  z.object({ is: z.literal('secret'), name: z.string(), value: z.string() }),
  /** A file of a person; its bytes follow. */
  z.object({ is: z.literal('file'), key: z.string() }),
  /** A table; its rows follow. */
  z.object({ is: z.literal('table'), name: z.string(), columns: z.array(column) }),
  /** The end of a table: the number of its rows, and the SHA-256 of them, each with a line break. */
  z.object({ is: z.literal('rows'), count: z.int(), digest: z.string() }),
  /** The next value of an identity column is `last`, or with `called` the one after it. */
  z.object({ is: z.literal('sequence'), name: z.string(), last: z.string(), called: z.boolean() }),
  z.object({ is: z.literal('end') }),
]);

/** A row is a JSON array with the text of each column, as PostgreSQL writes it, or null. */
type Row = { readonly is: 'row'; readonly line: string };
type Bytes = { readonly is: 'bytes'; readonly bytes: Uint8Array };

/** A part of a backup, in the order of the file. */
export type Item = Readonly<z.infer<typeof head>> | Row | Bytes;
export type ItemOf<Is extends Item['is']> = Extract<Item, { is: Is }>;
export type AuditFigures = Readonly<z.infer<typeof audited>>;

const kinds = { head: 1, row: 2, bytes: 3 } as const;
const frameLength = 5;

/** An item in bytes: its kind (1 JSON, 2 a row, 3 bytes), the length of its content as 32 bits, big-endian, and the content. */
export function encodeItem(item: Item): Buffer {
  if (item.is === 'bytes') return framed(kinds.bytes, item.bytes);
  if (item.is === 'row') return framed(kinds.row, Buffer.from(item.line));
  return framed(kinds.head, Buffer.from(JSON.stringify(item)));
}

function framed(kind: number, content: Uint8Array): Buffer {
  const frame = Buffer.alloc(frameLength);
  frame[0] = kind;
  frame.writeUInt32BE(content.length, 1);
  return Buffer.concat([frame, content]);
}

/** The items of a content that comes in parts of any length. */
export async function* decodeItems(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const waiting: Uint8Array[] = [];
  let length = 0;
  let wanted = frameLength;
  for await (const part of parts) {
    waiting.push(part);
    length += part.length;
    if (length < wanted) continue;
    let rest = Buffer.concat(waiting.splice(0));
    for (;;) {
      wanted = rest.length < frameLength ? frameLength : frameLength + rest.readUInt32BE(1);
      if (rest.length < wanted) break;
      yield decodeItem(rest[0], rest.subarray(frameLength, wanted));
      rest = rest.subarray(wanted);
    }
    waiting.push(rest);
    length = rest.length;
  }
  if (length > 0) throw new BackupProblem('The backup ends in the middle of a part.');
}

function decodeItem(kind: number | undefined, content: Buffer): Item {
  if (kind === kinds.bytes) return { is: 'bytes', bytes: content };
  if (kind === kinds.row) return { is: 'row', line: content.toString() };
  return head.parse(JSON.parse(content.toString()));
}
