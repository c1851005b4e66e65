import { keccak_256 } from '@noble/hashes/sha3';
import { ok, type Result, refused } from './result.ts';

/** `format`: not an address of the network. `checksum`: its capitals are wrong (EIP-55), so a character may be wrong. */
export type AddressProblem = 'format' | 'checksum';

/**
 * Reads a typed address and answers it with its checksum (EIP-55). Correct capitals prove it; an address in only one case has no checksum and
 * is accepted.
 */
export function readAddress(text: string): Result<string, AddressProblem> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return refused('format');
  const digits = text.slice(2);
  const proper = checksummed(text.toLowerCase());
  const hasProof = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return hasProof && text !== proper ? refused('checksum') : ok(proper);
}

/** EIP-55: a letter is a capital where the hash of the lower-case address has a high digit. `address` is in lower case. */
export function checksummed(address: string): string {
  const digits = address.slice(2);
  const hash = keccak_256(digits);
  const letters = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    return (index % 2 === 0 ? byte >> 4 : byte & 15) >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${letters.join('')}`;
}
