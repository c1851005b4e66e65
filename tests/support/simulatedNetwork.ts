import { createHash } from 'node:crypto';
import type { OutsidePayer, OutsidePayment } from '../../server/settlement/outsidePayer.ts';
import type { IncomingDeposit, Settlement } from '../../server/settlement/settlement.ts';

const confirmedAfter = 4_000;
const needed = 6;

/**
 * A network that keeps what it has seen in memory and goes by the clock it is told: what leaves is confirmed after four seconds, what
 * arrives has six confirmations, one a second. For tests that are about the ledger, not about a chain.
 */
export function createSimulatedNetwork(): Settlement & OutsidePayer {
  const paid = new Map<string, OutsidePayment & { readonly sentAt: Date }>();
  return {
    settle: async ({ id, since }, at) => {
      const isConfirmed = at.getTime() - since.getTime() >= confirmedAfter;
      return { status: isConfirmed ? 'confirmed' : 'waiting', txHash: hashOf(id) };
    },

    async pay(payment, at) {
      const known = paid.get(payment.id);
      const isSame =
        known?.token === payment.token && known.amount === payment.amount && known.to === payment.to;
      if (known && !isSame) return null;
      if (!known) paid.set(payment.id, { ...payment, sentAt: at });
      return { txHash: hashOf(payment.id), needed };
    },

    incoming: async (at) =>
      [...paid.values()].map(({ id, token, amount, to, sentAt }): IncomingDeposit => {
        const seen = Math.min(Math.floor((at.getTime() - sentAt.getTime()) / 1_000), needed);
        const confirmations = { seen: Math.max(seen, 0), needed };
        return {
          ...{ network: 'simulated', txHash: hashOf(id), index: 0, token, amount, to },
          ...{ confirmations, dropped: null },
        };
      }),
  };
}

function hashOf(id: string): string {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}
