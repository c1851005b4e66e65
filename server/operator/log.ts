import { type OperatorAction, operatorLogCall } from '../../contract/operatorLog.ts';
import type { Db, Query } from '../database/db.ts';
import type { CallListener, CarriedCall, Route } from '../http/routes.ts';

const longestSubject = 500;
const secrets = new Set(['password']);

/** Writes down every call of an operator's: before it is carried out, and how it ended. A call that cannot be written is not carried out. */
export function createOperatorLog(query: Query): CallListener {
  const write = (
    { requestId, at, operator, call, address, body, params }: CarriedCall,
    status: number | null,
  ) =>
    query(
      `INSERT INTO operator_log (request_id, at, operator, verb, subject, address, status)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        requestId,
        at,
        operator,
        `${call.method} ${call.path}`,
        subjectOf({ ...membersOf(params), ...membersOf(body) }),
        address,
        status,
      ],
    );
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

/** What a call is about as JSON, without passwords and cut to a length that can be read. Null for nothing. */
function subjectOf(given: object): string | null {
  const told = Object.entries(given).filter(([name]) => !secrets.has(name));
  if (told.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(told));
  return text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text;
}

export function operatorLogCalls(route: Route, { database: { query } }: { database: Db }) {
  route(operatorLogCall, async ({ search: { page, per_page } }) => {
    const [counted] = await query<{ total: number }>(
      'SELECT count(*)::int AS total FROM operator_log WHERE status IS NULL',
    );
    const rows = await query<Omit<OperatorAction, 'at'> & { at: Date }>(
      `SELECT began.request_id, began.at, began.operator, began.verb, began.subject, began.address, ended.status
      FROM operator_log began
      LEFT JOIN operator_log ended ON ended.request_id = began.request_id AND ended.status IS NOT NULL
      WHERE began.status IS NULL
      ORDER BY began.number DESC LIMIT $1 OFFSET $2`,
      [per_page, (page - 1) * per_page],
    );
    return {
      data: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      meta: { page, per_page, total: counted?.total ?? 0 },
    };
  });
}
