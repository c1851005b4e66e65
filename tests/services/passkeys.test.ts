import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import type { PasskeyCreationOptions } from '../../contract/passkeys.ts';
import { watchPasskeyField } from '../../src/services/auth/passkeyField.ts';
import { passkeyBrowser } from '../../src/services/auth/passkeys.ts';

const creation: PasskeyCreationOptions = {
  rp: { id: 'localhost', name: 'Zesto' },
  user: { id: 'dXNlcg', name: 'vera', displayName: 'vera' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [{ type: 'public-key', id: 'b2xk', transports: ['internal', 'carrier-pigeon'] }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
};
const request: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

type Asked = { publicKey: Record<string, unknown>; signal: AbortSignal; mediation?: string };
let asked: Asked[];
/** What the device does with what it is asked. */
let answer: (asked: Asked) => Promise<unknown>;
let hasField = true;

beforeEach(() => {
  asked = [];
  hasField = true;
  const ask = (options: Asked) => {
    asked.push(options);
    return new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(options.signal.reason));
      answer(options).then(resolve, reject);
    });
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: async () => hasField }),
  );
  Object.defineProperty(navigator, 'credentials', { value: { create: ask, get: ask }, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  document.body.replaceChildren();
});

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const never = () => new Promise<never>(() => {});
const { signal } = new AbortController();
const named = (name: string) => Promise.reject(new DOMException('said in English', name));

const signedBy = (userHandle: ArrayBuffer | null) => async () => ({
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  response: {
    clientDataJSON: bytes('data'),
    authenticatorData: bytes('auth'),
    signature: bytes('sign'),
    userHandle,
  },
  getClientExtensionResults: () => ({}),
});

test('a passkey is made as the server asks, and nothing is sent that the contract does not name', async () => {
  answer = async () => ({
    id: 'aWQ',
    rawId: bytes('id'),
    type: 'public-key',
    response: {
      clientDataJSON: bytes('data'),
      attestationObject: bytes('made'),
      getTransports: () => ['internal', 'hybrid'],
    },
    getClientExtensionResults: () => ({}),
  });
  expect(await passkeyBrowser.create(creation, signal)).toEqual({
    id: 'aWQ',
    rawId: 'aWQ',
    type: 'public-key',
    response: { clientDataJSON: 'ZGF0YQ', attestationObject: 'bWFkZQ', transports: ['internal', 'hybrid'] },
  });
  expect(asked[0]?.publicKey).toMatchObject({
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
  });
});

test('a passkey signs, of which the device says whose it is where it can', async () => {
  const response = { clientDataJSON: 'ZGF0YQ', authenticatorData: 'YXV0aA', signature: 'c2lnbg' };
  const assertion = { id: 'aWQ', rawId: 'aWQ', type: 'public-key' };
  answer = signedBy(bytes('user'));
  expect(await passkeyBrowser.get(request, signal)).toEqual({
    ...assertion,
    response: { ...response, userHandle: 'dXNlcg' },
  });
  answer = signedBy(null);
  expect(await passkeyBrowser.get(request, signal)).toEqual({
    ...assertion,
    response: { ...response, userHandle: null },
  });
});

describe('what the browser refuses has a code', () => {
  test.each([
    ['NotAllowedError', 'PASSKEY_CANCELLED'],
    ['InvalidStateError', 'PASSKEY_PRESENT'],
    ['SecurityError', 'PASSKEY_DOMAIN'],
    ['NotSupportedError', 'PASSKEY_UNSUPPORTED'],
    ['ConstraintError', 'PASSKEY_UNSUPPORTED'],
    ['UnknownError', 'PASSKEY_REFUSED'],
    ['NotReadableError', 'PASSKEY_REFUSED'],
    ['AbortError', 'PASSKEY_CANCELLED'],
  ])('%s is %s', async (name, code) => {
    answer = () => named(name);
    await expect(passkeyBrowser.create(creation, signal)).rejects.toMatchObject({ failure: { code } });
  });

  test('none at all is PASSKEY_UNSUPPORTED, and no device is asked', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    answer = never;
    const refused = { failure: { code: 'PASSKEY_UNSUPPORTED' } };
    await expect(passkeyBrowser.get(request, signal)).rejects.toMatchObject(refused);
    await expect(passkeyBrowser.create(creation, signal)).rejects.toMatchObject(refused);
    expect(() => passkeyBrowser.requireSupport()).toThrow('PASSKEY_UNSUPPORTED');
    expect(asked).toEqual([]);
  });
});

describe('the offer in the field', () => {
  const draw = () => {
    const input = document.createElement('input');
    input.autocomplete = 'username webauthn' as AutoFill;
    document.body.append(input);
    return input;
  };

  test('waits without a prompt, and ends when its signal says so', async () => {
    draw();
    answer = never;
    const leaving = new AbortController();
    const offered = passkeyBrowser.offer(async () => request, leaving.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 30_000 });
    expect(asked[0]).toMatchObject({ mediation: 'conditional', publicKey: { allowCredentials: [] } });
    leaving.abort();
    await expect(offered).rejects.toMatchObject({ failure: { code: 'PASSKEY_CANCELLED' } });
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('an offer that ended while the server was asked asks no device', async () => {
    draw();
    const leaving = new AbortController();
    const offered = passkeyBrowser.offer(async () => {
      leaving.abort();
      return request;
    }, leaving.signal);
    await expect(offered).rejects.toMatchObject({ failure: { code: 'PASSKEY_CANCELLED' } });
    expect(asked).toEqual([]);
  });

  test('an end that comes late does not end the next ceremony', async () => {
    const first = new AbortController();
    answer = signedBy(null);
    await passkeyBrowser.get(request, first.signal);
    answer = never;
    void passkeyBrowser.get(request, signal);
    await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 30_000 });
    first.abort();
    expect(asked[1]?.signal.aborted).toBe(false);
  });

  test('a browser without such a list asks neither the server nor a device', async () => {
    hasField = false;
    const ask = vi.fn(async () => request);
    await expect(passkeyBrowser.offer(ask, signal)).rejects.toMatchObject({
      failure: { code: 'PASSKEY_UNSUPPORTED' },
    });
    expect([ask.mock.calls.length, asked.length]).toEqual([0, 0]);
  });

  test('the field is told of when it is drawn and when it is gone, once each', async () => {
    const told: string[] = [];
    const stop = watchPasskeyField(({ type }) => told.push(type));
    expect(told).toEqual([]);
    const input = draw();
    await vi.waitFor(() => expect(told).toEqual(['field.shown']), { timeout: 30_000 });
    document.body.append(document.createElement('p'));
    input.remove();
    await vi.waitFor(() => expect(told).toEqual(['field.shown', 'field.hidden']), { timeout: 30_000 });
    stop();
    draw();
    await Promise.resolve();
    expect(told).toHaveLength(2);
  });
});
