import { BaseError } from 'viem';
import { renumberPaymentCall } from '../../contract/withdrawals.ts';
import { Refusal } from '../core/refusal.ts';
import type { Route } from '../http/routes.ts';
import type { DisplacedProblem } from '../settlement/evm/displaced.ts';
import { RpcProblem } from '../settlement/evm/node.ts';
import { reasonOf } from '../settlement/evm/round.ts';
import type { Settlement } from '../settlement/settlement.ts';

const codes = {
  unknown_payment: 'NOT_FOUND',
  not_displaced: 'STATUS_CONFLICT',
  paid_otherwise: 'STATUS_CONFLICT',
} as const satisfies Record<DisplacedProblem, string>;

/** Registers the operator's call on a payment whose number was taken by what was signed elsewhere. */
export function paymentCalls(route: Route, { settlement }: { settlement: Settlement | null }) {
  route(renumberPaymentCall, async ({ body: { id, tx_hash }, at }) => {
    if (!settlement?.displace) throw new Refusal('NOT_FOUND');
    const claim = { id, hash: `0x${tx_hash.slice(2).toLowerCase()}` } as const;
    const displaced = await settlement.displace(claim, at).catch((error: unknown) => {
      if (!(error instanceof RpcProblem || error instanceof BaseError)) throw error;
      const detail = `The chain cannot be asked (${reasonOf(error)}):`;
      throw new Refusal('UNAVAILABLE', { detail, retryAfter: 10 });
    });
    if (displaced.ok) return { id, outcome: displaced.value };
    const detail = 'It pays the same recipient another amount: that is the operator’s to settle.';
    throw new Refusal(codes[displaced.problem], displaced.problem === 'paid_otherwise' ? { detail } : {});
  });
}
