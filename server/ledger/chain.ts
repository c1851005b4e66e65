import { createHash } from 'node:crypto';
import type { Transfer } from './transfers.ts';

/** How far an account's chain of transfers goes: their number, and the hash that depends on all of them. Empty before the first. */
export interface Chain {
  readonly length: bigint;
  readonly head: Uint8Array;
}

/** The bytes that a transfer adds to the chains of both of its accounts. The same transfer gives the same bytes for ever. */
export function contentOf(transfer: Transfer): Buffer {
  const { id, token, debitOwnerId, creditOwnerId, amount, kind, operationId, at } = transfer;
  const ids = [id, debitOwnerId, creditOwnerId, operationId].map((each) => each.toLowerCase());
  return Buffer.from([...ids, token, amount, kind, at.toISOString()].join(' '));
}

/** SHA-256 of the head and the content, one after the other; the ledger's statements do the same with `sha256(head || content)`. */
export function extend({ length, head }: Chain, content: Uint8Array): Chain {
  return { length: length + 1n, head: createHash('sha256').update(head).update(content).digest() };
}
