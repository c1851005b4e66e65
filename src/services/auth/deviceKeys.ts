import { deviceProofHeader, webAppBase } from '../../../contract/call.ts';
import { deviceProofText, registerDeviceKeyCall } from '../../../contract/deviceKeys.ts';
import { CallError, failureOf } from '../../../contract/failure.ts';
import type { Clock } from '../core/clock.ts';
import type { Http } from '../core/http.ts';
import type { SessionStore } from '../core/session.ts';
import type { DeviceKey, DeviceKeyStore } from './deviceKeyStore.ts';

/** The key with which this browser signs the session's money movements (decision 117). */
export interface DeviceKeys {
  /** Creates and registers a key for the open session, unless it has one. Never rejects: without a key, calls are unsigned. */
  bind(): Promise<void>;
  /** Registers a new key with a proof of the person. DEVICE_PROOF_REQUIRED when this browser cannot create one. */
  replace(proof: string): Promise<void>;
  /** Removes the key of an ended session. */
  forget(token: string): Promise<void>;
  /** Like the `http` that it wraps; signs the calls that move money. */
  readonly http: Http;
}

interface World {
  readonly http: Http;
  readonly session: Pick<SessionStore, 'current'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: DeviceKeyStore;
  /** Undefined on a page loaded without TLS. */
  readonly subtle: SubtleCrypto | undefined;
}

type Bound = DeviceKey & { readonly sessionId: string };

/** Longer than any session lasts, in milliseconds: keys of sessions that ended while no page was open are removed by age. */
const longest = 31 * 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export function createDeviceKeys({ http, session, clock, store, subtle }: World): DeviceKeys {
  /** The keys in memory, for browsers without storage. */
  const held = new Map<string, DeviceKey>();

  async function idOf(token: string, crypto: SubtleCrypto): Promise<string> {
    return base64url(await crypto.digest('SHA-256', new TextEncoder().encode(token)));
  }

  async function makeKey(crypto: SubtleCrypto): Promise<DeviceKey> {
    const { privateKey, publicKey } = await crypto.generateKey(algorithm, false, ['sign']);
    const der = await crypto.exportKey('spki', publicKey);
    return { privateKey, publicKey: base64url(der), sessionId: null, madeAt: Date.now() };
  }

  async function find(id: string): Promise<DeviceKey | null> {
    return (await store.read(id).catch(() => null)) ?? held.get(id) ?? null;
  }

  async function keep(id: string, key: DeviceKey): Promise<void> {
    held.set(id, key);
    await store.put(id, key).catch(() => undefined);
  }

  async function register(id: string, key: DeviceKey, stepUp?: string): Promise<Bound> {
    const { data } = await http(registerDeviceKeyCall, { body: { public_key: key.publicKey }, stepUp });
    const bound = { ...key, sessionId: data.session_id };
    await keep(id, bound);
    return bound;
  }

  /** The open session's key; null when there is none and none can be registered without a proof. `anew`: register it even if it is registered already. */
  async function bound({ anew }: { readonly anew: boolean }): Promise<Bound | null> {
    const token = session.current()?.token;
    if (token === undefined || subtle === undefined) return null;
    try {
      const id = await idOf(token, subtle);
      // An unstorable key would be lost with the page, and the next page would need a proof; so without storage no key is created.
      const key = (await find(id)) ?? (await store.add(id, await makeKey(subtle)));
      held.set(id, key);
      if (isBound(key) && !anew) return key;
      return await register(id, key);
    } catch {
      return null;
    }
  }

  async function headersFor(path: string, method: string, body: unknown, key: string, anew: boolean) {
    const found = await bound({ anew });
    if (found === null || subtle === undefined) return null;
    const { privateKey, sessionId } = found;
    const time = Math.round(clock.now());
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const bodyHash = hexOf(await subtle.digest('SHA-256', bytes));
    const text = deviceProofText({ method, path, bodyHash, key: key.toLowerCase(), time, sessionId });
    const signature = await subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(text),
    );
    return { [deviceProofHeader]: `${time}.${base64url(signature)}` };
  }

  const signing: Http = async (call, options = {}) => {
    const { key, body } = options;
    if (!call.movesMoney || key === undefined) return http(call, options);
    const sign = (anew: boolean) =>
      headersFor(`${webAppBase}${call.path}`, call.method, body, key, anew).catch(() => null);
    try {
      return await http(call, { ...options, headers: await sign(false) });
    } catch (error) {
      if (failureOf(error).code !== 'DEVICE_PROOF_REQUIRED') throw error;
      // The call had no effect. The refusal has told the server's time, and another tab may have registered another key.
      const headers = await sign(true);
      if (headers === null) throw error;
      return http(call, { ...options, headers });
    }
  };

  return {
    http: signing,
    async bind() {
      await bound({ anew: false });
      await store.removeOlder(Date.now() - longest).catch(() => undefined);
    },
    async replace(proof) {
      const token = session.current()?.token;
      if (token === undefined || subtle === undefined) throw unsigned();
      const id = await idOf(token, subtle);
      const kept = await find(id);
      // Use a key that another tab has just created, instead of a second one.
      const key = kept !== null && !isBound(kept) ? kept : await makeKey(subtle);
      await keep(id, key);
      await register(id, key, proof);
    },
    async forget(token) {
      if (subtle === undefined) return;
      const id = await idOf(token, subtle);
      held.delete(id);
      await store.remove(id).catch(() => undefined);
    },
  };
}

function isBound(key: DeviceKey): key is Bound {
  return key.sessionId !== null;
}

const unsigned = () =>
  new CallError({ code: 'DEVICE_PROOF_REQUIRED', fields: {}, retryAfter: null, requestId: null });

function base64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
