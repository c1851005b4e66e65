import { type OperatorAction, operatorLogCall, verifyLogCall } from '../../contract/operatorLog.ts';
import { keysetPage } from '../core/keyset.ts';
import type { Db, Query } from '../database/db.ts';
import type { CallListener, CarriedCall, Route } from '../http/routes.ts';
import { type LogLine, verifyLog, writeLine } from './logChain.ts';

const longestSubject = 500;
/** Members that are left out of the log: secrets, and long data without meaning for a reader. */
const secrets = new Set(['password', 'code', 'setup_code', 'assertion', 'registration']);

/** Logs every call of an operator before it is carried out, and its end. A call that cannot be logged is not carried out. */
export function createOperatorLog(query: Query): CallListener {
  const write = async (carried: CarriedCall, status: number | null) => {
    const { requestId, at, operator, call, address, body, params } = carried;
    // Calls without a session are skipped: logins write their own lines.
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

/** The subject of a call as JSON, without secrets, and cut to a readable length. Null when nothing is left. */
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
