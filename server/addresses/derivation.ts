import { createECDH, createHash, createHmac, ECDH } from 'node:crypto';
import { keccak256 } from '../../contract/keccak.ts';
import { checksummed } from '../../contract/walletAddress.ts';

/** A public key with what its children are made from (BIP-32). It can make addresses and can spend nothing. */
interface ExtendedKey {
  /** Compressed, 33 bytes. */
  readonly key: Buffer;
  readonly chainCode: Buffer;
}

/**
 * The addresses of an account's extended public key (`xpub…`, `m/44'/60'/0'`): number `index` is its child `0/index`
 * (BIP-44's external chain), with the checksum of EIP-55. Throws on a text that is not such a key.
 */
export function addressesOf(xpub: string): (index: number) => string {
  const external = childOf(readExtendedKey(xpub), 0);
  return (index) => addressOf(childOf(external, index).key);
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

const publicVersion = 0x0488b21e;

function readExtendedKey(xpub: string): ExtendedKey {
  const bytes = fromBase58(xpub);
  const content = bytes.subarray(0, 78);
  const checksum = sha256(sha256(content)).subarray(0, 4);
  if (
    bytes.length !== 82 ||
    !bytes.subarray(78).equals(checksum) ||
    content.readUInt32BE(0) !== publicVersion
  ) {
    throw new RangeError('this is not an extended public key');
  }
  return { chainCode: content.subarray(13, 45), key: content.subarray(45, 78) };
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 82 bytes: what an extended key is written in. */
function fromBase58(text: string): Buffer {
  if (!/^[1-9A-HJ-NP-Za-km-z]{111,112}$/.test(text))
    throw new RangeError('this is not an extended public key');
  const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  return Buffer.from(value.toString(16).padStart(164, '0'), 'hex');
}

/** BIP-32, "Public parent key → public child key". The index is below 2³¹: hardened children need the private key. */
function childOf({ key, chainCode }: ExtendedKey, index: number): ExtendedKey {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(index);
  const digest = createHmac('sha512', chainCode).update(key).update(place).digest();
  const step = createECDH('secp256k1');
  // Throws when the digest is not a key, which happens once in 2¹²⁷ times.
  step.setPrivateKey(digest.subarray(0, 32));
  const sum = addPoints(pointOf(step.getPublicKey()), pointOf(uncompressed(key)));
  return { key: compressed(sum), chainCode: digest.subarray(32) };
}

/** The last 20 bytes of the hash of the public key. */
function addressOf(key: Buffer): string {
  const hash = keccak256(uncompressed(key).subarray(1));
  return checksummed(`0x${Buffer.from(hash.subarray(12)).toString('hex')}`);
}

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/** The field of secp256k1 (SEC 2). Only public keys are added here, so that the time it takes tells nobody a secret. */
const prime = 2n ** 256n - 2n ** 32n - 977n;

const modulo = (value: bigint): bigint => ((value % prime) + prime) % prime;

function addPoints(one: Point, other: Point): Point {
  if (one.x === other.x) throw new RangeError('these two points have no plain sum');
  const slope = modulo((other.y - one.y) * inverse(modulo(other.x - one.x)));
  const x = modulo(slope * slope - one.x - other.x);
  return { x, y: modulo(slope * (one.x - x) - one.y) };
}

/** By Euclid's algorithm. */
function inverse(value: bigint): bigint {
  let [low, high, s, t] = [value, prime, 1n, 0n];
  while (low > 1n) {
    const times = high / low;
    [low, high] = [high - times * low, low];
    [s, t] = [t - times * s, s];
  }
  return modulo(s);
}

function pointOf(key: Buffer): Point {
  const hex = key.toString('hex');
  return { x: BigInt(`0x${hex.slice(2, 66)}`), y: BigInt(`0x${hex.slice(66)}`) };
}

function compressed({ x, y }: Point): Buffer {
  return Buffer.from(`${y % 2n === 0n ? '02' : '03'}${x.toString(16).padStart(64, '0')}`, 'hex');
}

/** 65 bytes. Throws when the key is no point of the curve. */
function uncompressed(key: Buffer): Buffer {
  return Buffer.from(ECDH.convertKey(key, 'secp256k1', undefined, 'hex', 'uncompressed') as string, 'hex');
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
