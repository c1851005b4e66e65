import type { VerifiedLog } from '../../contract/operatorLog.ts';
import type { Query } from '../database/db.ts';
import { type Chain, extend } from '../ledger/chain.ts';

/** A line of the operators' log. `status` is null before a call is carried out; `isWhole` says that no other line belongs to this one. */
export interface LogLine {
  readonly requestId: string;
  readonly at: Date;
  /** Who it was. */
  readonly operator: string;
  readonly verb: string;
  readonly subject: string | null;
  readonly address: string;
  readonly status: number | null;
  readonly isWhole: boolean;
}

/** The bytes that a line adds to the chain. The same line gives the same bytes for ever. */
function contentOf({ requestId, at, operator, verb, subject, address, status, isWhole }: LogLine): Buffer {
  const told = [requestId.toLowerCase(), at.toISOString(), operator, verb, subject, address, status, isWhole];
  return Buffer.from(JSON.stringify(told));
}

/**
 * Adds a line at the end of the chain. Whoever adds one waits for whoever has added the last: in a transaction of other work it comes last.
 */
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

/** Lines that are read and hashed before others have their turn. */
const atOnce = 100;

/**
 * Whether every line is as it was written, none is missing, and none was slipped in. Lines that are added meanwhile are not looked at. Says
 * the first that is not in order.
 */
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

/** Lines of before there was a chain are held against one hash of all of them: which one was changed cannot be said. */
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
