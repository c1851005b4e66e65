import type { Result } from '../../contract/result.ts';
import type { Query } from '../database/db.ts';
import { systemOwners } from './accounts.ts';
import { type Posted, type Transfer, type TransferProblem, transfer } from './transfers.ts';

type Deposit = Omit<Transfer, 'debitOwnerId' | 'creditOwnerId' | 'kind'> & { readonly ownerId: string };

/** Credits an owner with a deposit from the token's network. Repeating the same deposit succeeds without effect. */
export function deposit(
  query: Query,
  { ownerId, ...arrived }: Deposit,
): Promise<Result<Posted, TransferProblem>> {
  return transfer(query, {
    ...arrived,
    debitOwnerId: systemOwners.chain,
    creditOwnerId: ownerId,
    kind: 'deposit',
  });
}
