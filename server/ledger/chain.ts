import { createHash } from 'node:crypto';
import type { Transfer } from './transfers.ts';

/** The state of an account's chain of transfers: their number, and a hash over all of them. Empty before the first. */
export interface Chain {
  readonly length: bigint;
  readonly head: Uint8Array;
}

/** The bytes that a transfer adds to the chains of both of its accounts. They must never change for a given transfer. */
export function contentOf(transfer: Transfer): Buffer {
  const { id, token, debitOwnerId, creditOwnerId, amount, kind, operationId, at } = transfer;
  const ids = [id, debitOwnerId, creditOwnerId, operationId].map((each) => each.toLowerCase());
  return Buffer.from([...ids, token, amount, kind, at.toISOString()].join(' '));
}

/** SHA-256 of the head followed by the content; the ledger's SQL computes the same by `sha256(head || content)`. */
export function extend({ length, head }: Chain, content: Uint8Array): Chain {
  return { length: length + 1n, head: createHash('sha256').update(head).update(content).digest() };
}
