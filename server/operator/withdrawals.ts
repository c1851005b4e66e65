import { printMoney } from '../../contract/money.ts';
import {
  approveWithdrawalCall,
  disableWithdrawalsCall,
  enableWithdrawalsCall,
  rejectWithdrawalCall,
  type TokensLeaving,
  type Withdrawal,
  withdrawalsCall,
} from '../../contract/withdrawals.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import {
  allTokens,
  isStopped,
  resumeLeaving,
  standingStops,
  stopLeaving,
  waitsToLeave,
  withdrawableTokens,
} from '../payments/leaving.ts';
import { endPayment } from '../payments/payments.ts';
import { requireListing } from '../tokens/listings.ts';
import { stepTransaction, type TransactionRow } from '../transactions/records.ts';

interface Row extends TransactionRow {
  readonly email: string | null;
  readonly frozen_at: Date | null;
  readonly decimals: number;
  readonly is_stopped: boolean;
}

/** Registers the operator's calls on what leaves, sent or withdrawn. */
export function withdrawalCalls(
  route: Route,
  { database, hasNetwork }: { database: Db; hasNetwork: boolean },
) {
  route(withdrawalsCall, async () => {
    const rows = await withdrawals(database.query, "transactions.status IN ('pending', 'processing')");
    return rows.map(tell);
  });

  route(approveWithdrawalCall, ({ body: { id }, at }) =>
    database.transaction(async (query) => {
      const found = await find(query, id);
      if (found.frozen_at) throw new Refusal('ACCOUNT_BLOCKED');
      if (found.is_stopped) throw new Refusal('WITHDRAWALS_DISABLED');
      const approved = await stepTransaction(query, { id, from: 'pending', to: 'processing', at });
      if (!approved) throw new Refusal('STATUS_CONFLICT');
      return tell(await find(query, id));
    }),
  );

  route(rejectWithdrawalCall, ({ body: { id, reason, note }, at }) =>
    database.transaction(async (query) => {
      await find(query, id);
      await endPayment(query, { id, from: 'pending', to: 'failed', at, reason, note });
      return tell(await find(query, id));
    }),
  );

  const leaving = async (): Promise<TokensLeaving> => ({
    enabled: [...(await withdrawableTokens(database.query, hasNetwork))],
    stops: (await standingStops(database.query)).map((stop) => ({
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

  route(enableWithdrawalsCall, async ({ body: { token } }) => {
    if (token !== allTokens) await requireListing(database.query, token);
    await resumeLeaving(database.query, token);
    return leaving();
  });
}

function withdrawals(query: Query, condition: string, values: readonly string[] = []): Promise<Row[]> {
  return query<Row>(
    `SELECT transactions.*, users.email, users.frozen_at, tokens.decimals,
      ${waitsToLeave('transactions')} AND ${isStopped('transactions')} AS is_stopped
    FROM transactions JOIN users ON users.id = transactions.user_id
    JOIN tokens ON tokens.symbol = transactions.token
    WHERE transactions.kind IN ('send', 'withdraw') AND ${condition}
    ORDER BY transactions.created_at, transactions.id`,
    values,
  );
}

async function find(query: Query, id: string): Promise<Row> {
  const [found] = await withdrawals(query, 'transactions.id = $1', [id]);
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
    is_stopped: row.is_stopped,
    created_at: row.created_at.toISOString(),
  };
}
