import { BaseError } from 'viem';
import { renumberPaymentCall, settleWithdrawalCall, walletNonceCall } from '../../contract/withdrawals.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import type { AdoptedPayment, DisplacedProblem } from '../settlement/evm/displaced.ts';
import { RpcProblem } from '../settlement/evm/node.ts';
import { reasonOf } from '../settlement/evm/round.ts';
import type { Settlement } from '../settlement/settlement.ts';
import { bookAdopted } from '../treasury/bookings.ts';
import type { Treasury } from '../treasury/treasury.ts';

const codes = {
  unknown_payment: 'NOT_FOUND',
  not_displaced: 'STATUS_CONFLICT',
  paid_otherwise: 'STATUS_CONFLICT',
} as const satisfies Record<DisplacedProblem, string>;

/** Refuses when the chain could not be asked; nothing was changed. */
export function refuseUnasked(error: unknown): never {
  if (!(error instanceof RpcProblem || error instanceof BaseError)) throw error;
  const detail = `The chain cannot be asked (${reasonOf(error)}):`;
  throw new Refusal('UNAVAILABLE', { detail, retryAfter: 10 });
}

const lower = (hash: string) => `0x${hash.slice(2).toLowerCase()}` as const;

function refuseProblem(problem: DisplacedProblem, paidOtherwise: string): never {
  throw new Refusal(codes[problem], problem === 'paid_otherwise' ? { detail: paidOtherwise } : {});
}

interface World {
  readonly settlement: Settlement | null;
  readonly treasury: Pick<Treasury, 'chain'> | null;
}

/**
 * Registers the operator's calls on payments whose number was used by a transaction signed elsewhere, or that the chain alone does not
 * end, and on the hot wallet's next number.
 */
export function paymentCalls(route: Route, { settlement, treasury }: World) {
  const booked = (at: Date) =>
    treasury && {
      onAdopted: (query: Query, paid: AdoptedPayment) => bookAdopted(query, treasury.chain, paid, at),
    };

  route(renumberPaymentCall, async ({ body: { id, tx_hash }, at }) => {
    if (!settlement?.displace) throw new Refusal('NOT_FOUND');
    const claim = { id, hash: lower(tx_hash), ...booked(at) };
    const displaced = await settlement.displace(claim, at).catch(refuseUnasked);
    if (displaced.ok) return { id, outcome: displaced.value };
    return refuseProblem(
      displaced.problem,
      'It pays the same recipient another amount: that is the operator’s to settle.',
    );
  });

  route(settleWithdrawalCall, async ({ body: { id, tx_hash }, at }) => {
    if (!settlement?.settleByHand) throw new Refusal('NOT_FOUND');
    const claim = { id, hash: tx_hash === null ? null : lower(tx_hash), ...booked(at) };
    const settled = await settlement.settleByHand(claim, at).catch(refuseUnasked);
    if (settled.ok) return { id, outcome: settled.value };
    return refuseProblem(settled.problem, 'This transaction does not pay the recipient that amount.');
  });

  route(walletNonceCall, async ({ body: { nonce } }) => {
    if (!settlement?.beginAt) throw new Refusal('NOT_FOUND');
    const begun = await settlement.beginAt(BigInt(nonce)).catch(refuseUnasked);
    if (!begun.ok) throw new Refusal('STATUS_CONFLICT', { detail: begun.problem });
    return { wallet: begun.value, nonce };
  });
}
