import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import type { PasskeyCreationOptions } from '../../contract/passkeys.ts';

/** What a test lets a device do wrong. `origin`: the page that asks. `crossOrigin`: from within a frame of another site. */
interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly userHandle?: string | null;
  /** The key that signs. */
  readonly key?: KeyObject;
  readonly credentialId?: Uint8Array;
  /** What a device says of its make: the format, and the certificates. */
  readonly attestation?: readonly [format: string, certificates: readonly Uint8Array[]];
  /** Makes an RSA key of so many bits. */
  readonly rsaBits?: number;
  /** Tells another RSA key than its own: how many bytes its modulus and its exponent have. */
  readonly rsaTold?: { readonly modulus: number; readonly exponent: number };
}

/** A credential as its device keeps it. */
interface Kept {
  readonly id: Uint8Array;
  readonly key: KeyObject;
  readonly userHandle: string;
}

/** A device with passkeys (P-256, or RSA) that answers as a browser's `toJSON()` does, for the pages of one address. */
export class Authenticator {
  /** Of those that count; stays 0 for the others. */
  counter: number;
  readonly #counts: boolean;
  /** Whether it keeps copies elsewhere. */
  isBackedUp: boolean;
  #kept: Kept | null = null;
  /** The page that asks. */
  readonly #origin: string;

  constructor({ counts = true, isBackedUp = false, origin = 'http://localhost:3000' } = {}) {
    this.#origin = origin;
    this.#counts = counts;
    this.counter = 0;
    this.isBackedUp = isBackedUp;
  }

  /** The same keys in a second device, with the count of this moment. */
  clone(): Authenticator {
    const copy = new Authenticator({
      counts: this.#counts,
      isBackedUp: this.isBackedUp,
      origin: this.#origin,
    });
    copy.counter = this.counter;
    copy.#kept = this.#kept;
    return copy;
  }

  create(options: PasskeyCreationOptions, wrong: Wrong = {}) {
    const { publicKey, privateKey } =
      wrong.rsaBits === undefined
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: wrong.rsaBits });
    const kept = { id: wrong.credentialId ?? randomBytes(32), key: privateKey, userHandle: options.user.id };
    this.#kept = kept;
    const cose = coseOf(publicKey);
    if (wrong.rsaTold) {
      cose.set(-1, Buffer.alloc(wrong.rsaTold.modulus, 0xfb));
      cose.set(-2, Buffer.alloc(wrong.rsaTold.exponent, 0xfb));
    }
    const length = Buffer.alloc(2);
    length.writeUInt16BE(kept.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, kept.id, cbor(cose)]);
    const authData = this.#authenticatorData(wrong.rpId ?? options.rp.id, wrong, attested);
    const [format, certificates] = wrong.attestation ?? ['none', []];
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', randomBytes(64)],
      ['x5c', certificates],
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', wrong.attestation ? statement : new Map()],
      ['authData', authData],
    ]);
    return {
      ...credential(kept.id),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, { origin: this.#origin, ...wrong }),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get(options: PasskeyRequestOptions, wrong: Wrong = {}) {
    const kept = this.#kept;
    if (!kept) throw new Error('this device has no passkey');
    if (this.#counts) this.counter += 1;
    const authenticatorData = this.#authenticatorData(wrong.rpId ?? options.rpId, wrong);
    const clientDataJSON = clientData('webauthn.get', options.challenge, { origin: this.#origin, ...wrong });
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), wrong.key ?? kept.key);
    const userHandle = wrong.userHandle === undefined ? kept.userHandle : wrong.userHandle;
    return {
      ...credential(wrong.credentialId ?? kept.id),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }

  #authenticatorData(rpId: string, { isPresent = true, isVerified = true }: Wrong, attested?: Uint8Array) {
    const head = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(head);
    const backup = this.isBackedUp ? 0x18 : 0;
    head[32] = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | backup | (attested ? 0x40 : 0);
    head.writeUInt32BE(this.counter, 33);
    return attested ? Buffer.concat([head, attested]) : head;
  }
}

function coseOf(publicKey: KeyObject): Map<number, number | Uint8Array> {
  const { x = '', y = '', n, e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return new Map<number, number | Uint8Array>(
    n === undefined
      ? [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]
      : [
          [1, 3],
          [3, -257],
          [-1, bytes(n)],
          [-2, bytes(e)],
        ],
  );
}

function credential(id: Uint8Array) {
  const text = Buffer.from(id).toString('base64url');
  return {
    id: text,
    rawId: text,
    type: 'public-key' as const,
    // What browsers add and nobody reads.
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
  };
}

function clientData(type: string, challenge: string, wrong: Wrong): string {
  const data = {
    type: wrong.type ?? type,
    challenge: wrong.challenge ?? challenge,
    origin: wrong.origin,
    crossOrigin: wrong.crossOrigin ?? false,
  };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

/** As much of CBOR (RFC 8949) as an attestation has. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  throw new Error(`${typeof value} is not written`);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 255);
}
