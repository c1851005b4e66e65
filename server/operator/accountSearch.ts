import {
  accountCall,
  frozenAccountsCall,
  type OperatorAccount,
  searchAccountsCall,
} from '../../contract/operatorAccounts.ts';
import { beginRecoveryCall } from '../../contract/recovery.ts';
import { checkFields } from '../../contract/rules.ts';
import { pathId } from '../../contract/textRules.ts';
import { latestRecoveryOf, type RecoveryJson, readRecovery, tellRecovery } from '../accounts/recoveries.ts';
import { liftsFreezeOf } from '../accounts/unfreezing.ts';
import { tellUser, type UserRow } from '../accounts/users.ts';
import { keysetPage, positionOf, readPosition } from '../core/keyset.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';

interface Row extends UserRow {
  readonly proposal: string | null;
  readonly proposed_by: string | null;
  readonly recovery: RecoveryJson | null;
  readonly recovery_proposal: OperatorAccount['recovery_proposal'];
}

/** Registers the operator's calls that look accounts up. */
export function accountSearchCalls(route: Route, { database }: { database: Db }) {
  const { query } = database;

  route(searchAccountsCall, async ({ search: { q, after, per_page }, at }) => {
    const byId = checkFields(pathId, q);
    if (byId.ok)
      return keysetPage(await find(query, byId.value, at), 1, { position: emailOf, tell: tellAt(at) });
    const from = after === undefined ? '$3::text' : 'greatest($3::text, $5::text)';
    const rows = await query<Row>(
      told(
        `SELECT * FROM users WHERE email COLLATE "C" ${after === undefined ? '>=' : '>'} ${from}
          AND email COLLATE "C" < $4::text ORDER BY email COLLATE "C" LIMIT $2`,
        'email COLLATE "C"',
      ),
      [at, per_page + 1, q, `${q}${lastSign}`, ...(after === undefined ? [] : [after])],
    );
    const page = keysetPage(rows, per_page, { position: emailOf, tell: tellAt(at) });
    if (after !== undefined) return page;
    const exact = q.includes('@')
      ? `SELECT * FROM users WHERE closed_email = $2 ORDER BY closed_at DESC LIMIT ${mostClosed}`
      : 'SELECT * FROM users WHERE username_key = $2';
    const first = await query<Row>(told(exact, 'closed_at DESC'), [at, q]);
    const rest = page.data.filter(({ id }) => first.every((each) => each.id !== id));
    return { ...page, data: [...first.map(tellAt(at)), ...rest] };
  });

  route(accountCall, async ({ params, at }) => {
    const [found] = await find(query, params.id, at);
    if (!found) throw new Refusal('NOT_FOUND');
    return tellAt(at)(found);
  });

  route(frozenAccountsCall, async ({ search: { after, per_page }, at }) => {
    const position = readPosition(after);
    const rows = await query<Row>(
      told(
        `SELECT * FROM users WHERE frozen_at IS NOT NULL
          ${position.length > 0 ? 'AND (frozen_at, id) < ($3::timestamptz, $4::uuid)' : ''}
        ORDER BY frozen_at DESC, id DESC LIMIT $2`,
        'frozen_at DESC, id DESC',
      ),
      [at, per_page + 1, ...position],
    );
    return keysetPage(rows, per_page, {
      position: ({ frozen_at, id }) => positionOf({ at: frozen_at ?? at, id }),
      tell: tellAt(at),
    });
  });
}

/** The most closed accounts of one address that are shown before the open ones on the first page: an address may have had any number. */
const mostClosed = 20;

/** Appended to a prefix, sorts after every text with that prefix. */
const lastSign = '\u{10ffff}';

/** The oldest open proposal to recover an account of `people`. */
const recoveryProposal = `(SELECT json_build_object('number', number, 'proposed_by', proposed_by) FROM operator_proposals
    WHERE status = 'open' AND expires_at > $1 AND verb = '${beginRecoveryCall.method} ${beginRecoveryCall.path}'
      AND lower(body::jsonb->>'id') = people.id::text
    ORDER BY number LIMIT 1)`;

/** All that is told of `people`, rows of `users`. `$1` is the moment. */
const told = (
  people: string,
  order: string,
) => `SELECT people.*, proposals.number AS proposal, proposals.proposed_by,
    ${latestRecoveryOf('people.id')} AS recovery, ${recoveryProposal} AS recovery_proposal
  FROM (${people}) AS people
  LEFT JOIN operator_proposals AS proposals ON proposals.status = 'open' AND proposals.expires_at > $1
    AND ${liftsFreezeOf('proposals', 'people')}
  ORDER BY ${order}`;

function find(query: Query, id: string, at: Date): Promise<Row[]> {
  return query<Row>(told('SELECT * FROM users WHERE id = $2', 'id'), [at, id]);
}

const emailOf = ({ email }: Row) => email ?? '';

const tellAt =
  (at: Date) =>
  (row: Row): OperatorAccount => {
    const { id, username, first_name, last_name, status, freeze, kyc_status, created_at } = tellUser(row);
    const { proposal: number, proposed_by, recovery_proposal } = row;
    const proposal = number === null || proposed_by === null ? null : { number: Number(number), proposed_by };
    const email = row.email ?? row.closed_email;
    const closed_at = row.closed_at?.toISOString() ?? null;
    const recovery = row.recovery && tellRecovery(readRecovery(row.recovery), at);
    return {
      ...{ id, email, username, first_name, last_name, status, freeze, kyc_status, created_at, closed_at },
      ...{ proposal, recovery, recovery_proposal },
    };
  };
