import { printMoney } from '../../contract/money.ts';
import { worthInUsdt } from '../../contract/paymentTerms.ts';
import { valueToken } from '../../contract/tokens.ts';
import {
  approveWithdrawalCall,
  disableWithdrawalsCall,
  enableWithdrawalsCall,
  rejectWithdrawalCall,
  type TokensLeaving,
  type Withdrawal,
  withdrawalCall,
  withdrawalsCall,
} from '../../contract/withdrawals.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { isStillAllowed } from '../payments/cooling.ts';
import {
  activeStops,
  allTokens,
  isStopped,
  resumeLeaving,
  stopLeaving,
  waitsToLeave,
  withdrawableTokens,
} from '../payments/leaving.ts';
import { endPayment } from '../payments/payments.ts';
import { worthOf } from '../payments/worth.ts';
import { withdrawOutgoing } from '../settlement/evm/outgoing.ts';
import { requireListing } from '../tokens/listings.ts';
import { stepTransaction, type TransactionRow } from '../transactions/records.ts';
import type { FourEyes } from './fourEyes.ts';

interface Row extends TransactionRow {
  readonly email: string | null;
  readonly frozen_at: Date | null;
  readonly decimals: number;
  readonly is_stopped: boolean;
  readonly value: string | null;
  readonly proposal: string | null;
  readonly proposed_by: string | null;
}

/** Registers the operator's calls on outgoing payments, sent or withdrawn. */
export function withdrawalCalls(
  route: Route,
  { database, fourEyes, hasNetwork }: { database: Db; fourEyes: FourEyes; hasNetwork: boolean },
) {
  route(withdrawalsCall, async ({ search: { status, after, per_page }, at }) => {
    const rows = await waiting(database.query, {
      ...{ statuses: status === undefined ? ['pending', 'processing'] : [status] },
      ...{ after: after ?? null, most: per_page + 1, at },
    });
    const shown = rows.slice(0, per_page);
    const last = shown.at(-1);
    return { data: shown.map(tell), meta: { next: rows.length > per_page && last ? last.id : null } };
  });

  route(withdrawalCall, ({ params: { id }, at }) => showWithdrawal(database.query, id, at));

  const approve = fourEyes.guard(approveWithdrawalCall, {
    // A payment without a value was requested before values were stored.
    async needs(query, { id }) {
      const [found] = await query<{ value: string | null }>('SELECT value FROM transactions WHERE id = $1', [
        id,
      ]);
      return found !== undefined && (found.value === null || BigInt(found.value) > fourEyes.limit);
    },
    async worth(query, { id }, at) {
      const found = await find(query, id, at);
      if (found.value !== null) return BigInt(found.value);
      const listing = await requireListing(query, found.token);
      return worthInUsdt(BigInt(found.amount), await worthOf(query, listing, at));
    },
    async work(query, { id }, at) {
      const found = await find(query, id, at);
      if (found.frozen_at) throw new Refusal('ACCOUNT_BLOCKED');
      if (found.is_stopped || !hasNetwork) throw new Refusal('WITHDRAWALS_DISABLED');
      const to = found.counterparty;
      const pay = { payerId: found.user_id, address: to ?? '', token: found.token };
      if (!(await isStillAllowed(query, pay, at))) throw new Refusal('ADDRESS_NOT_ALLOWED');
      const approved = await stepTransaction(query, { id, from: 'pending', to: 'processing', at });
      if (!approved) throw new Refusal('STATUS_CONFLICT');
      return showWithdrawal(query, id, at);
    },
  });
  route(approveWithdrawalCall, approve);

  route(rejectWithdrawalCall, ({ body: { id, reason, note }, at }) =>
    database.transaction(async (query) => {
      const { status } = await find(query, id, at);
      const from = status === 'processing' ? status : 'pending';
      if (from === 'processing' && !(await withdrawOutgoing(query, id, at)))
        throw new Refusal('STATUS_CONFLICT');
      await endPayment(query, { id, from, to: 'failed', at, reason, note });
      return showWithdrawal(query, id, at);
    }),
  );

  const leaving = async (): Promise<TokensLeaving> => ({
    enabled: [...(await withdrawableTokens(database.query, hasNetwork))],
    stops: (await activeStops(database.query)).map((stop) => ({
      ...stop,
      since: stop.since.toISOString(),
    })),
  });

  route(disableWithdrawalsCall, async ({ body: { token, why = null }, at }) => {
    if (token !== allTokens) await requireListing(database.query, token);
    const tokens = token === allTokens ? token : [token];
    await database.transaction((query) => stopLeaving(query, { tokens, why, at }));
    return leaving();
  });

  route(enableWithdrawalsCall, async ({ body: { token }, at }) => {
    if (token !== allTokens) await requireListing(database.query, token);
    await database.transaction((query) => resumeLeaving(query, token, at));
    return leaving();
  });
}

/** All that is told of `lines`, a relation with the columns of `transactions`. `$1` is the moment. */
const told = (lines: string) => `SELECT lines.*, users.email, users.frozen_at, tokens.decimals,
    ${waitsToLeave('lines')} AND ${isStopped('lines')} AS is_stopped,
    proposals.number AS proposal, proposals.proposed_by
  FROM (${lines}) AS lines JOIN users ON users.id = lines.user_id
  JOIN tokens ON tokens.symbol = lines.token
  LEFT JOIN operator_proposals AS proposals ON proposals.status = 'open' AND proposals.expires_at > $1
    AND proposals.verb = '${approveWithdrawalCall.method} ${approveWithdrawalCall.path}'
    AND proposals.body = '{"id":"' || lines.id || '"}'
  ORDER BY lines.created_at, lines.id`;

interface Part {
  readonly statuses: readonly string[];
  /** The ID of the previous line. */
  readonly after: string | null;
  readonly most: number;
  readonly at: Date;
}

/** Waiting payments, oldest first. One ordered scan for each status, so that only the shown rows are sorted. */
async function waiting(query: Query, { statuses, after, most, at }: Part): Promise<Row[]> {
  // Compared as text, because a Date has no microseconds, and a line of the same millisecond would be repeated.
  const [place] =
    after === null
      ? []
      : await query<{ created_at: string }>(
          'SELECT created_at::text AS created_at FROM transactions WHERE id = $1',
          [after],
        );
  if (after !== null && !place) throw new Refusal('VALIDATION_FAILED', { fields: { after: 'unknown' } });
  const scans = statuses.map(
    (status) => `(SELECT * FROM transactions
      WHERE status = '${status}' AND kind IN ('send', 'withdraw')
        ${place ? 'AND (created_at, id) > ($3::timestamptz, $4::uuid)' : ''}
      ORDER BY created_at, id LIMIT $2)`,
  );
  const lines = `SELECT * FROM (${scans.join(' UNION ALL ')}) AS scans ORDER BY created_at, id LIMIT $2`;
  return query<Row>(told(lines), [at, most, ...(place ? [place.created_at, after] : [])]);
}

/** An outgoing payment as operators see it. NOT_FOUND when there is none. */
export async function showWithdrawal(query: Query, id: string, at: Date): Promise<Withdrawal> {
  return tell(await find(query, id, at));
}

async function find(query: Query, id: string, at: Date): Promise<Row> {
  const lines = "SELECT * FROM transactions WHERE id = $2 AND kind IN ('send', 'withdraw')";
  const [found] = await query<Row>(told(lines), [at, id]);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

function tell(row: Row): Withdrawal {
  const token = { symbol: row.token, name: row.token, decimals: row.decimals };
  const print = (minor: string) => printMoney({ token, minor: BigInt(minor) });
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    status: row.status,
    token: row.token,
    amount: print(row.amount),
    fee: print(row.fee),
    to: row.counterparty,
    value: row.value === null ? null : printMoney({ token: valueToken, minor: BigInt(row.value) }),
    is_stopped: row.is_stopped,
    proposal:
      row.proposal === null || row.proposed_by === null
        ? null
        : { number: Number(row.proposal), proposed_by: row.proposed_by },
    created_at: row.created_at.toISOString(),
  };
}
