import type { Db } from '../database/db.ts';
import { type Chain, contentOf, extend } from './chain.ts';
import type { Transfer } from './transfers.ts';

const sliceSize = 1_000;

interface Unchained extends Omit<Transfer, 'amount'> {
  readonly amount: string;
}

/**
 * Adds the transfers that are in no chain to their chains, oldest first, in slices: an interrupted run continues at
 * the next start. Needs the right to change transfers. Reports the number done and the total after each slice, and only
 * when there are any. Servers that start at the same time wait for each other.
 */
export async function chainTransfers(
  database: Db,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const [left] = await database.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM ledger_transfers WHERE debit_position IS NULL',
  );
  const total = left?.total ?? 0;
  let done = 0;
  while (done < total) {
    const chained = await chainSlice(database);
    if (chained === 0) return;
    done += chained;
    onProgress(Math.min(done, total), total);
  }
}

/** Chains the oldest remaining transfers and answers their number. */
function chainSlice(database: Db): Promise<number> {
  return database.transaction(async (query) => {
    await query('SET LOCAL lock_timeout = 0');
    await query('SELECT version FROM schema_migrations WHERE version = 0 FOR UPDATE');
    const rows = await query<Unchained>(
      `SELECT id, token, debit_owner_id AS "debitOwnerId", credit_owner_id AS "creditOwnerId", amount, kind,
        operation_id AS "operationId", created_at AS at
      FROM ledger_transfers WHERE debit_position IS NULL ORDER BY created_at, id LIMIT $1`,
      [sliceSize],
    );
    if (rows.length === 0) return 0;
    const names = rows.flatMap(({ token, debitOwnerId, creditOwnerId }) => [
      { ownerId: debitOwnerId, token },
      { ownerId: creditOwnerId, token },
    ]);
    const accounts = await query<{
      owner_id: string;
      token: string;
      chain_length: string;
      chain_head: Uint8Array;
    }>(
      `SELECT account.owner_id, account.token, account.chain_length, account.chain_head
      FROM (SELECT DISTINCT owner_id, token FROM unnest($1::uuid[], $2::text[]) AS given (owner_id, token)) AS named
      JOIN ledger_accounts account ON account.owner_id = named.owner_id AND account.token = named.token
      ORDER BY account.owner_id, account.token FOR NO KEY UPDATE OF account`,
      [names.map(({ ownerId }) => ownerId), names.map(({ token }) => token)],
    );
    const chains = new Map<string, Chain>(
      accounts.map((row) => [
        `${row.owner_id} ${row.token}`,
        { length: BigInt(row.chain_length), head: row.chain_head },
      ]),
    );
    const links = rows.map((row) => {
      const transfer = { ...row, amount: BigInt(row.amount) };
      const content = contentOf(transfer);
      const link = (ownerId: string) => {
        const name = `${ownerId} ${row.token}`;
        const chain = chains.get(name);
        if (!chain) throw new Error(`transfer ${row.id} has no account`);
        const longer = extend(chain, content);
        chains.set(name, longer);
        return longer;
      };
      return { debit: link(row.debitOwnerId), credit: link(row.creditOwnerId) };
    });
    await query(
      `UPDATE ledger_transfers transfer SET debit_position = link.debit_position, debit_chain = link.debit_chain,
        credit_position = link.credit_position, credit_chain = link.credit_chain
      FROM unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[])
        AS link (id, debit_position, debit_chain, credit_position, credit_chain)
      WHERE transfer.id = link.id`,
      [
        rows.map(({ id }) => id),
        links.map(({ debit }) => debit.length),
        links.map(({ debit }) => debit.head),
        links.map(({ credit }) => credit.length),
        links.map(({ credit }) => credit.head),
      ],
    );
    await query(
      `UPDATE ledger_accounts account SET chain_length = chain.length, chain_head = chain.head
      FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bytea[]) AS chain (owner_id, token, length, head)
      WHERE account.owner_id = chain.owner_id AND account.token = chain.token`,
      [
        accounts.map(({ owner_id }) => owner_id),
        accounts.map(({ token }) => token),
        accounts.map(({ owner_id, token }) => chains.get(`${owner_id} ${token}`)?.length ?? 0n),
        accounts.map(({ owner_id, token }) => chains.get(`${owner_id} ${token}`)?.head ?? new Uint8Array()),
      ],
    );
    return rows.length;
  });
}
