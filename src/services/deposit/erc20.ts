/** The calls of an ERC-20 contract (EIP-20) that a deposit needs, in ABI encoding. */

const transferSelector = 'a9059cbb';
const balanceOfSelector = '70a08231';
const largest = 2n ** 256n - 1n;

/** `transfer(to, amount)`, the amount in minor units. Throws a `RangeError` for an invalid address or amount. */
export function encodeTransfer(to: string, amount: bigint): string {
  if (amount <= 0n || amount > largest) throw new RangeError('not an amount that can be sent');
  return `0x${transferSelector}${addressWord(to)}${amount.toString(16).padStart(64, '0')}`;
}

/** `balanceOf(owner)`. */
export function encodeBalanceOf(owner: string): string {
  return `0x${balanceOfSelector}${addressWord(owner)}`;
}

/** A `uint256` in a contract's answer; null for anything else, such as the empty answer of an address without a contract. */
export function readUint256(answer: unknown): bigint | null {
  return typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) ? BigInt(answer) : null;
}

function addressWord(address: string): string {
  if (!/^0x[\da-f]{40}$/i.test(address)) throw new RangeError('not an address');
  return address.slice(2).toLowerCase().padStart(64, '0');
}
