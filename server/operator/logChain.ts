import type { VerifiedLog } from '../../contract/operatorLog.ts';
import type { Query } from '../database/db.ts';
import { type Chain, extend } from '../ledger/chain.ts';

/** A line of the operators' log. `status` is null before a call is carried out; `isWhole` marks an action of only one line. */
export interface LogLine {
  readonly requestId: string;
  readonly at: Date;
  /** The operator's name. */
  readonly operator: string;
  readonly verb: string;
  readonly subject: string | null;
  readonly address: string;
  readonly status: number | null;
  readonly isWhole: boolean;
}

/** The bytes that a line adds to the chain. The same line must give the same bytes for ever. */
function contentOf({ requestId, at, operator, verb, subject, address, status, isWhole }: LogLine): Buffer {
  const told = [requestId.toLowerCase(), at.toISOString(), operator, verb, subject, address, status, isWhole];
  return Buffer.from(JSON.stringify(told));
}

/** Appends a line to the chain. It locks the chain's end until the commit, so other work of the transaction comes first. */
export async function writeLine(query: Query, line: LogLine): Promise<void> {
  const { requestId, at, operator, verb, subject, address, status, isWhole } = line;
  await query(
    `WITH chain AS (
      UPDATE operator_log_chain SET length = length + 1, head = sha256(head || $9::bytea) RETURNING length, head
    )
    INSERT INTO operator_log (request_id, at, operator, verb, subject, address, status, is_whole, place, head)
    SELECT $1::uuid, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::int, $8::boolean, length, head FROM chain`,
    [requestId, at, operator, verb, subject, address, status, isWhole, contentOf(line)],
  );
}

interface Row {
  readonly place: string;
  readonly request_id: string;
  readonly at: Date;
  readonly operator: string;
  readonly verb: string;
  readonly subject: string | null;
  readonly address: string;
  readonly status: number | null;
  readonly is_whole: boolean;
  readonly head: Uint8Array;
}

interface ChainRow {
  readonly length: string;
  readonly head: Uint8Array;
  readonly older: string;
  readonly older_head: Uint8Array;
}

/** The number of lines that are read and hashed before other work gets a turn. */
const atOnce = 100;

/** Verifies that no line was changed, removed or inserted, and answers the first fault. Lines that are added meanwhile are not checked. */
export async function verifyLog(query: Query): Promise<VerifiedLog> {
  const [chain] = await query<ChainRow>('SELECT length, head, older, older_head FROM operator_log_chain');
  if (!chain) throw new Error('the log has no chain');
  const length = BigInt(chain.length);
  const figures = { lines: Number(length), older: Number(chain.older), head: hexOf(chain.head) };
  const fault =
    (await olderFault(query, chain)) ??
    (await chainFault(query, { length, head: chain.head }, chain.older_head));
  return { ...figures, fault };
}

/** Lines from before the chain are checked against one hash of them all, so a fault names no single line. */
async function olderFault(query: Query, { older, older_head }: ChainRow): Promise<string | null> {
  const [found] = await query<{ lines: string; digest: Uint8Array }>(
    `SELECT count(*)::text AS lines, sha256(convert_to(coalesce(string_agg(
      json_build_array(number, request_id, extract(epoch FROM at), operator, verb, subject, address, status)::text, chr(10)
      ORDER BY number), ''), 'UTF8')) AS digest
    FROM operator_log WHERE place IS NULL`,
  );
  if (found?.lines === String(older) && hexOf(found.digest) === hexOf(older_head)) return null;
  return `The ${older} lines from before the log was chained are not as they were: there are ${found?.lines ?? 0}.`;
}

async function chainFault(query: Query, whole: Chain, beginning: Uint8Array): Promise<string | null> {
  let reached: Chain = { length: 0n, head: beginning };
  while (reached.length < whole.length) {
    const rows = await query<Row>(
      'SELECT * FROM operator_log WHERE place > $1 AND place <= $2 ORDER BY place LIMIT $3',
      [reached.length, whole.length, atOnce],
    );
    for (const row of rows) {
      const next = extend(reached, contentOf(lineOf(row)));
      if (String(next.length) !== String(row.place)) return `Line ${next.length} is missing.`;
      if (hexOf(next.head) !== hexOf(row.head)) return `${nameOf(row)} was changed.`;
      reached = next;
    }
    if (rows.length === 0) return `Line ${reached.length + 1n} is missing.`;
  }
  return hexOf(reached.head) === hexOf(whole.head) ? null : 'The end of the chain was changed.';
}

const lineOf = ({ request_id, is_whole, ...row }: Row): LogLine => ({
  ...row,
  requestId: request_id,
  isWhole: is_whole,
});

const nameOf = ({ place, at, operator, verb }: Row) =>
  `Line ${place} (${at.toISOString()} ${operator} ${verb})`;

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
