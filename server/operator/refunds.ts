import { randomUUID } from 'node:crypto';
import { mostPayable, paymentProblem, worthInUsdt } from '../../contract/paymentTerms.ts';
import { refundCall } from '../../contract/refunds.ts';
import { lockUser } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { placeHold } from '../ledger/holds.ts';
import { requireLeaving } from '../payments/leaving.ts';
import { type ChainGas, leavingFee } from '../payments/networkFee.ts';
import { findRecipient } from '../payments/recipients.ts';
import { termsOf } from '../payments/terms.ts';
import { worthOf } from '../payments/worth.ts';
import { amountRefusal } from '../tokens/amounts.ts';
import { requireListing } from '../tokens/listings.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import { recordTransaction } from '../transactions/records.ts';
import type { FourEyes } from './fourEyes.ts';
import { showWithdrawal } from './withdrawals.ts';

interface Terms {
  readonly hasNetwork: boolean;
  readonly network: DepositNetwork | null;
  readonly chainGas: ChainGas | null;
  readonly priceAge: number;
}

/** Registers the operator's call that pays out what a closed account still holds; decision 209. */
export function refundCalls(route: Route, { fourEyes, ...terms }: Terms & { readonly fourEyes: FourEyes }) {
  const refund = fourEyes.guard(refundCall, {
    needs: async () => true,
    work: async (query, body, at) => showWithdrawal(query, await beginRefund(query, body, terms, at), at),
  });
  route(refundCall, refund);
}

interface Refund {
  readonly id: string;
  readonly token: string;
  readonly to: string;
}

/**
 * Holds the whole balance less the fee, as a withdrawal that waits for approval; answers its id. The amount is what is there, so a repeated
 * call finds nothing left: INSUFFICIENT_BALANCE. STATUS_CONFLICT for an open account, ADDRESS_INVALID for an address of an account here.
 */
async function beginRefund(
  query: Query,
  { id: userId, token, to }: Refund,
  { hasNetwork, network, ...costs }: Terms,
  at: Date,
): Promise<string> {
  const user = await lockUser(query, userId);
  if (user.closed_at === null)
    throw new Refusal('STATUS_CONFLICT', { detail: 'The account is open: its person withdraws.' });
  const listing = await requireListing(query, token);
  await requireLeaving(query, token, hasNetwork);
  const { address, ownerId } = await findRecipient(query, userId, { typed: to, network });
  if (ownerId !== null)
    throw new Refusal('ADDRESS_INVALID', {
      fields: { to: 'internal' },
      detail: 'This is the address of an account here: take another.',
    });
  const { fee, minimum, maximum } = termsOf(
    listing,
    (await leavingFee(query, listing, { ...costs, at })).fee,
  );
  const balances = await balancesOf(query, userId);
  const available = balances.find((each) => each.token === token)?.available ?? 0n;
  if (available === 0n) throw new Refusal('INSUFFICIENT_BALANCE');
  const bounds = { fee, minimum, maximum, available };
  const amount = mostPayable({ ...bounds, allowance: null });
  const problem = paymentProblem(amount, bounds);
  if (problem) throw amountRefusal(problem, { ...bounds, token: listing });
  const id = randomUUID();
  const held = await placeHold(query, {
    ...{ id, ownerId: userId, token, amount: amount + fee, kind: 'withdrawal', operationId: id },
    ...{ since: at, until: null },
  });
  if (!held.ok) throw new Error(`the ledger refused a refund: ${held.problem}`);
  await recordTransaction(query, {
    ...{ id, userId, operationId: id, kind: 'withdraw', token, amount, fee, counterparty: address },
    value: worthInUsdt(amount, await worthOf(query, listing, at)),
    timeline: [{ status: 'pending', at }],
  });
  return id;
}
