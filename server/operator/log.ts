import { type OperatorAction, operatorLogCall, verifyLogCall } from '../../contract/operatorLog.ts';
import { keysetPage } from '../core/keyset.ts';
import type { Db, Query } from '../database/db.ts';
import type { CallListener, CarriedCall, Route } from '../http/routes.ts';
import { type LogLine, verifyLog, writeLine } from './logChain.ts';

const longestSubject = 500;
/** What proves who somebody is, and what fills a line without saying anything. */
const secrets = new Set(['password', 'code', 'setup_code', 'assertion', 'registration']);

/** Writes down every call of an operator's: before it is carried out, and how it ended. A call that cannot be written is not carried out. */
export function createOperatorLog(query: Query): CallListener {
  const write = async (carried: CarriedCall, status: number | null) => {
    const { requestId, at, operator, call, address, body, params } = carried;
    // Whoever has no session yet: what becomes of a login is written by itself.
    if (operator === null) return;
    const subject = subjectOf({ ...membersOf(params), ...membersOf(body) });
    const verb = `${call.method} ${call.path}`;
    await writeLine(query, { requestId, at, operator, verb, subject, address, status, isWhole: false });
  };
  return {
    async began(carried) {
      await write(carried, null);
    },
    async ended(carried, { status }) {
      await write(carried, status);
    },
  };
}

function membersOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** What a call is about as JSON, without what proves who somebody is, and cut to a length that can be read. Null for nothing. */
export function subjectOf(given: object): LogLine['subject'] {
  const told = Object.entries(given).filter(([name]) => !secrets.has(name));
  if (told.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(told));
  return text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text;
}

export function operatorLogCalls(route: Route, { database: { query } }: { database: Db }) {
  route(operatorLogCall, async ({ search: { after, per_page } }) => {
    const rows = await query<Row>(
      `SELECT began.number, began.request_id, began.at, began.operator, began.verb, began.subject, began.address,
        coalesce(began.status, ended.status) AS status
      FROM (
        SELECT * FROM operator_log
        WHERE (status IS NULL OR is_whole) ${after === undefined ? '' : 'AND number < $2'}
        ORDER BY number DESC LIMIT $1
      ) AS began
      LEFT JOIN operator_log AS ended ON NOT began.is_whole AND ended.request_id = began.request_id
        AND ended.status IS NOT NULL AND NOT ended.is_whole
      ORDER BY began.number DESC`,
      [per_page + 1, ...(after === undefined ? [] : [after])],
    );
    return keysetPage(rows, per_page, {
      position: ({ number }) => String(number),
      tell: ({ number: _, ...row }): OperatorAction => ({ ...row, at: row.at.toISOString() }),
    });
  });

  route(verifyLogCall, () => verifyLog(query));
}

interface Row extends Omit<OperatorAction, 'at'> {
  readonly number: string;
  readonly at: Date;
}
