import { ECDH } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3';
import { HDKey } from '@scure/bip32';
import { checksummed } from '../../contract/walletAddress.ts';

/**
 * The addresses of an account's extended public key (`xpub…`, `m/44'/60'/0'`): number `index` is its child `0/index`
 * (BIP-44's external chain), with the checksum of EIP-55. Throws on a text that is not such a key, above all on a private one.
 */
export function addressesOf(xpub: string): (index: number) => string {
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey !== null) throw new RangeError('this is a private key, not a public one');
  const external = account.deriveChild(0);
  return (index) => addressOf(external.deriveChild(index));
}

/** The account's child `1/0` (BIP-44's internal chain), which is nobody's deposit address: it pays the gas of sweeps. */
export function gasAddressOf(xpub: string): string {
  return addressOf(HDKey.fromExtendedKey(xpub).deriveChild(1).deriveChild(0));
}

/** Whether a text is an extended public key that addresses can be made from. */
export function isExtendedKey(text: string): boolean {
  try {
    addressesOf(text)(0);
    return true;
  } catch {
    return false;
  }
}

/** The last 20 bytes of the Keccak-256 of the public key, which is hashed uncompressed and without its first byte. */
function addressOf({ publicKey }: HDKey): string {
  if (publicKey === null) throw new RangeError('this key has no public half');
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
  const hash = keccak_256(Buffer.from(point).subarray(1));
  return checksummed(`0x${Buffer.from(hash.subarray(12)).toString('hex')}`);
}
