import { createHash } from 'node:crypto';
import type { Settlement } from './settlement.ts';

const confirmedAfter = 4_000;

/** A network of this process alone, which confirms everything after some seconds and keeps nothing: for the demo and for tests. */
export const embeddedNetwork: Settlement = {
  settle: async ({ id, since }, at) => {
    const txHash = `0x${createHash('sha256').update(id).digest('hex')}`;
    const isConfirmed = at.getTime() - since.getTime() >= confirmedAfter;
    return { status: isConfirmed ? 'confirmed' : 'waiting', txHash };
  },
};
