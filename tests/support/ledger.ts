import { randomUUID } from 'node:crypto';
import { type TokenSymbol, tokenSymbols } from '../../contract/tokens.ts';
import type { Query } from '../../server/database/db.ts';
import { ensureAccounts } from '../../server/ledger/accounts.ts';
import { deposit } from '../../server/ledger/deposits.ts';
import type { Transfer } from '../../server/ledger/transfers.ts';

export const at = new Date('2026-11-20T09:00:00.000Z');

/** A new owner with accounts in every token, and `amount` minor units in one of them. */
export async function newOwner(query: Query, amount = 0n, token: TokenSymbol = 'ZST'): Promise<string> {
  const ownerId = randomUUID();
  await ensureAccounts(query, { ownerIds: [ownerId], tokens: tokenSymbols, at });
  if (amount > 0n) {
    const arrived = { id: randomUUID(), ownerId, token, amount, operationId: randomUUID(), at };
    const done = await deposit(query, arrived);
    if (!done.ok) throw new Error(done.problem);
  }
  return ownerId;
}

/** A transfer of 1 ZST minor unit between the two, but for what is given. */
export function sending(debitOwnerId: string, creditOwnerId: string, rest: Partial<Transfer> = {}): Transfer {
  return {
    id: randomUUID(),
    token: 'ZST',
    debitOwnerId,
    creditOwnerId,
    amount: 1n,
    kind: 'send',
    operationId: randomUUID(),
    at,
    ...rest,
  };
}
