import { randomUUID } from 'node:crypto';
import { type Address, getAddress, pad, toHex } from 'viem';
import type { TransactionStatus } from '../../contract/statuses.ts';
import type { Db } from '../../server/database/db.ts';
import { deposit } from '../../server/ledger/deposits.ts';
import { placeHold } from '../../server/ledger/holds.ts';
import { recordTransactions } from '../../server/transactions/records.ts';

interface Approved {
  readonly id: string;
  readonly to: Address;
}

/** A withdrawal of USDT by each of these people that may leave, without the calls that lead there; each to an address of its own. */
export async function approvedWithdrawals(
  { query }: Db,
  people: readonly { readonly id: string }[],
  amount: bigint,
): Promise<readonly Approved[]> {
  const at = new Date();
  const approved: Approved[] = [];
  for (const { id: ownerId } of people) {
    const id = randomUUID();
    const funded = randomUUID();
    await deposit(query, { id: funded, operationId: funded, ownerId, token: 'USDT', amount, at });
    await placeHold(query, {
      ...{ id, ownerId, token: 'USDT', amount, kind: 'withdrawal', operationId: id },
      ...{ since: at, until: null },
    });
    const to = getAddress(pad(toHex(BigInt(`0x${ownerId.slice(0, 8)}`) + 2n ** 100n), { size: 20 }));
    const line = { userId: ownerId, token: 'USDT', amount } as const;
    const steps = (...statuses: TransactionStatus[]) => statuses.map((status) => ({ status, at }));
    await recordTransactions(query, [
      {
        ...{ ...line, id: funded, operationId: funded, kind: 'deposit' },
        timeline: steps('pending', 'processing', 'completed'),
      },
      {
        ...{ ...line, id, operationId: id, kind: 'withdraw', counterparty: to },
        timeline: steps('pending', 'processing'),
      },
    ]);
    approved.push({ id, to });
  }
  return approved;
}
