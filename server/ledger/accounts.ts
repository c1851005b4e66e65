import type { Query } from '../database/db.ts';

/** The owners of the system accounts, which exist once per token. A negative `chain` is the total of customers' tokens in custody. */
export const systemOwners = {
  chain: '00000000-0000-8000-8000-000000000001',
  fees: '00000000-0000-8000-8000-000000000002',
  exchange: '00000000-0000-8000-8000-000000000003',
} as const;

/**
 * The owner of the operator's own tokens in custody, with one account for each token that has had any. A negative balance means that more
 * was credited to customers than exists.
 */
export const floatOwner = '00000000-0000-8000-8000-000000000004';

/** A balance of an owner in one token, in minor units: `posted = available + pending + frozen`. */
export interface Balance {
  readonly token: string;
  readonly posted: bigint;
  readonly available: bigint;
  readonly pending: bigint;
  readonly frozen: bigint;
}

interface NewAccounts {
  readonly ownerIds: readonly string[];
  readonly tokens: readonly string[];
  readonly at: Date;
}

/** Creates missing accounts of the owners and of the system in `tokens`. */
export function ensureAccounts(query: Query, { ownerIds, tokens, at }: NewAccounts): Promise<void> {
  return openAccounts(
    query,
    ownerIds.flatMap((ownerId) => tokens.map((token) => ({ ownerId, token }))),
    at,
  );
}

/** Creates these accounts where they are missing, and those of the system in the same tokens. */
export async function openAccounts(
  query: Query,
  accounts: readonly { readonly ownerId: string; readonly token: string }[],
  at: Date,
): Promise<void> {
  await query(
    `INSERT INTO ledger_accounts (owner_id, token, kind, opened_at)
    SELECT owner_id, token, kind, $5 FROM (
      SELECT owner_id, token, 'user' AS kind FROM unnest($1::uuid[], $2::text[]) AS given (owner_id, token)
      UNION
      SELECT system.id, given.token, system.kind
      FROM unnest($3::uuid[], $4::text[]) AS system (id, kind) CROSS JOIN unnest($2::text[]) AS given (token)
    ) AS opened
    ORDER BY owner_id, token
    ON CONFLICT (owner_id, token) DO NOTHING`,
    [
      accounts.map(({ ownerId }) => ownerId),
      accounts.map(({ token }) => token),
      Object.values(systemOwners),
      Object.keys(systemOwners),
      at,
    ],
  );
}

/** Creates the accounts that a booking of the float needs. */
export async function ensureFloat(query: Query, token: string, at: Date): Promise<void> {
  await query(
    `INSERT INTO ledger_accounts (owner_id, token, kind, opened_at)
    VALUES ($1, $3, 'chain', $4), ($2, $3, 'float', $4) ON CONFLICT (owner_id, token) DO NOTHING`,
    [systemOwners.chain, floatOwner, token, at],
  );
}

/**
 * The owner's balances sorted by token, empty when there are no accounts.
 * Pending is held for a withdrawal, a deposit or an exchange; frozen for an account freeze or a review.
 */
export async function balancesOf(query: Query, ownerId: string): Promise<Balance[]> {
  const rows = await query<{ token: string; posted: string; held: string; frozen: string }>(
    `SELECT account.token, account.posted, account.held, coalesce(sum(hold.amount), 0) AS frozen
    FROM ledger_accounts account
    LEFT JOIN ledger_holds hold ON hold.owner_id = account.owner_id AND hold.token = account.token
      AND hold.status = 'active' AND hold.kind IN ('account_freeze', 'review')
    WHERE account.owner_id = $1
    GROUP BY account.token, account.posted, account.held
    ORDER BY account.token`,
    [ownerId],
  );
  return rows.map(({ token, ...amounts }) => {
    const posted = BigInt(amounts.posted);
    const held = BigInt(amounts.held);
    const frozen = BigInt(amounts.frozen);
    return { token, posted, available: posted - held, pending: held - frozen, frozen };
  });
}
