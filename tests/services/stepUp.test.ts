import { beforeEach, expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import type { PasskeyAssertion } from '../../contract/passkeys.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
import type { PasskeyBrowser } from '../../src/services/auth/passkeys.ts';
import { keepProof, withProof } from '../../src/services/auth/stepUp.ts';
import { createStepUpProofs } from '../../src/services/auth/stepUpProofs.ts';
import { linkWallet } from '../../src/services/auth/walletLink.ts';
import type { Http } from '../../src/services/core/http.ts';
import { failure } from '../support/actors.ts';

let now = 0;
let left: string[];
let shown: (string | undefined)[];
beforeEach(() => {
  now = 0;
  left = [];
  shown = [];
});

const device = {
  passkeys: () => Promise.reject(new Error('no device is asked')),
  signal: new AbortController().signal,
};

/** A provider that takes the proof `good` alone. */
function start(methods: readonly StepUpMethod[]) {
  const proofs = createStepUpProofs({ now: () => now });
  const http = (async () => ({ data: { methods } })) as unknown as Http;
  const world = {
    http,
    proofs,
    ...device,
    wallets: () => Promise.reject(new Error('no wallet is linked')),
    leave: async (action: string) => {
      left.push(action);
    },
  };
  const call = async (proof: string | undefined) => {
    shown.push(proof);
    if (proof !== 'good') throw new CallError(failure('STEP_UP_REQUIRED'));
    return 'done';
  };
  return { proofs, run: () => withProof(world, 'password', { code: '' }, call) };
}

test('who can prove themselves by an identity provider alone is sent there', async () => {
  await expect(start(['openid']).run()).rejects.toThrow();
  expect(left).toEqual(['password']);
});

test('a code is asked for before anybody is sent away', async () => {
  await expect(start(['openid', 'email']).run()).rejects.toMatchObject({
    failure: { fields: { code: 'required' } },
  });
  expect(left).toEqual([]);
});

test('a proof that was brought is used once, and for what it was asked for', async () => {
  const { proofs, run } = start(['openid']);
  proofs.keep('email', 'good', 1000);
  await expect(run()).rejects.toThrow();
  proofs.keep('password', 'good', 1000);
  expect(await run()).toBe('done');
  expect(await proofs.find('password')).toBeNull();
  expect(shown).toEqual([undefined, 'good']);
});

test('a proof that is over is not shown, and one that is refused is forgotten', async () => {
  const { proofs, run } = start(['openid']);
  proofs.keep('password', 'good', 1000);
  now = 1000;
  await expect(run()).rejects.toThrow();
  proofs.keep('password', 'bad', 5000);
  await expect(run()).rejects.toThrow();
  expect(shown).toEqual([undefined, 'bad', undefined]);
  expect(await proofs.find('password')).toBeNull();
});

test.each([
  ['otp', { code: '', otp: 'abcdefgh2345mnop' }],
  ['code', { code: '123456' }],
] as const)('the proof of a typed %s is kept until a change uses it up', async (_, typed) => {
  const sent: unknown[] = [];
  const http = (async (_call: unknown, options?: { body?: unknown }) => {
    sent.push(options?.body);
    return { data: { proof: 'good', expires_at: new Date(1000).toISOString() } };
  }) as unknown as Http;
  const proofs = createStepUpProofs({ now: () => now });
  const wallets = () => Promise.reject(new Error('no wallet is asked'));
  const world = { http, proofs, ...device, wallets, leave: async () => {} };
  let refusal: CallError | null = null;
  const change = () =>
    withProof(world, 'password', typed, async (proof) => {
      shown.push(proof);
      if (refusal) throw refusal;
    });
  refusal = new CallError(failure('VALIDATION_FAILED', { fields: { current_password: 'mismatch' } }));
  await expect(change()).rejects.toBe(refusal);
  refusal = null;
  await change();
  expect([shown, sent.length, await proofs.find('password')]).toEqual([['good', 'good'], 1, null]);
  // One that the server does not take is not shown again.
  refusal = new CallError(failure('STEP_UP_REQUIRED'));
  await expect(change()).rejects.toBe(refusal);
  expect([sent.length, await proofs.find('password')]).toEqual([2, null]);
});

test('the proof of a typed password is not kept: the password can be typed again', async () => {
  const http = (async ({ path }: { path: string }) => ({
    data:
      path === '/auth/step-up/options'
        ? { methods: ['password'] }
        : { proof: 'good', expires_at: new Date(1000).toISOString() },
  })) as unknown as Http;
  const proofs = createStepUpProofs({ now: () => now });
  const wallets = () => Promise.reject(new Error('no wallet is asked'));
  const world = { http, proofs, ...device, wallets, leave: async () => {} };
  const refusal = new CallError(failure('STATUS_CONFLICT'));
  const closing = withProof(world, 'close', { code: '', password: 'Correct7horse' }, () =>
    Promise.reject(refusal),
  );
  await expect(closing).rejects.toBe(refusal);
  expect(await proofs.find('close')).toBeNull();
});

test('a proof that is being requested is waited for; a request that fails leaves none', async () => {
  const proofs = createStepUpProofs({ now: () => 0 });
  let give: (answer: { proof: string; expires_at: string }) => void = () => {};
  const requested = new Promise<{ proof: string; expires_at: string }>((resolve) => (give = resolve));
  proofs.keepRequested('email', requested);
  const found = proofs.find('email');
  give({ proof: 'good', expires_at: new Date(1000).toISOString() });
  expect(await found).toBe('good');
  proofs.keepRequested('email', Promise.reject(new Error('the network is away')));
  expect(await proofs.find('email')).toBeNull();
});

test('of the accounts that a wallet shows the linked one signs, and none signs where none is linked', async () => {
  const linked = '0x52908400098527886E0F7030069857D2E4169EE7';
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  const signers: string[] = [];
  const sent: unknown[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    '/auth/step-up/options': { methods: ['wallet'] },
    '/auth/methods': { metamask: [linked] },
    '/auth/metamask/nonce': { message: 'sign me' },
    '/auth/step-up': { proof: 'good', expires_at: '2026-11-20T12:05:00.000Z' },
  };
  const http = (async ({ path }: { path: string }, options?: { body?: unknown }) => {
    if (path === '/auth/step-up') sent.push(options?.body);
    return { data: answers[path] };
  }) as unknown as Http;
  let shownBy: string[] = [other, linked.toLowerCase()];
  const wallets = {
    find: async () => [{ id: 'fox', name: null, icon: null }],
    shownAccounts: async () => shownBy,
    requestAccounts: async () => shownBy,
    sign: async (_: string, address: string) => {
      signers.push(address);
      return '0xsigned';
    },
    watch: () => () => {},
  };
  const proofs = createStepUpProofs({ now: () => now });
  const world = { http, proofs, ...device, wallets: async () => wallets, leave: async () => {} };
  await keepProof(world, 'methods', { code: '' });
  expect(sent).toEqual([
    {
      for: { action: 'methods' },
      method: 'wallet',
      metamask_address: linked,
      message: 'sign me',
      signature: '0xsigned',
    },
  ]);
  expect(await proofs.find('methods')).toBe('good');
  // What is kept is not asked for again.
  await keepProof(world, 'methods', { code: '' });
  expect(signers).toEqual([linked]);
  proofs.forget('methods');
  shownBy = [other];
  await expect(keepProof(world, 'methods', { code: '' })).rejects.toMatchObject({
    failure: { code: 'STEP_UP_REQUIRED' },
  });
  expect(signers).toEqual([linked]);
});

test.each([
  ['shows it to this site already', ['bear'], [], ['bear']],
  ['shows it when its person is asked', [], ['bear'], ['bear']],
  ['none of them shows it', [], [], []],
] as const)(
  'of several wallets the one that holds a linked account signs: %s',
  async (_, silent, asked, signed) => {
    const linked = '0x52908400098527886E0F7030069857D2E4169EE7';
    const requested: string[] = [];
    const signers: string[] = [];
    const answers: Readonly<Record<string, unknown>> = {
      '/auth/step-up/options': { methods: ['wallet'] },
      '/auth/methods': { metamask: [linked] },
      '/auth/metamask/nonce': { message: 'sign me' },
      '/auth/step-up': { proof: 'good', expires_at: '2026-11-20T12:05:00.000Z' },
    };
    const http = (async ({ path }: { path: string }) => ({ data: answers[path] })) as unknown as Http;
    const holds = (wallets: readonly string[], id: string) => (wallets.includes(id) ? [linked] : []);
    const wallets = {
      find: async () => ['fox', 'bear'].map((id) => ({ id, name: null, icon: null })),
      shownAccounts: async (id: string) => holds(silent, id),
      requestAccounts: async (id: string) => {
        requested.push(id);
        if (id === 'fox') throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
        return holds(asked, id);
      },
      sign: async (id: string) => {
        signers.push(id);
        return '0xsigned';
      },
      watch: () => () => {},
    };
    const proofs = createStepUpProofs({ now: () => now });
    const world = { http, proofs, ...device, wallets: async () => wallets, leave: async () => {} };
    await keepProof(world, 'methods', { code: '' }).catch(() => {});
    expect(signers).toEqual(signed);
    expect(requested).toEqual(silent.length > 0 ? [] : ['fox', 'bear']);
  },
);

test('a wallet is added with the proof that was kept, which is used up by it and forgotten when it is over', async () => {
  const proofs = createStepUpProofs({ now: () => now });
  const shown: unknown[] = [];
  let refusal: CallError | null = new CallError(failure('WALLET_TAKEN'));
  const http = (async (_: unknown, options: { stepUp?: string }) => {
    shown.push(options.stepUp);
    if (refusal) throw refusal;
  }) as unknown as Http;
  const proof = { address: '0x1', message: 'sign me', signature: '0xsigned' };
  const link = () => linkWallet({ http, proofs }, proof);
  await expect(link()).rejects.toMatchObject({ failure: { code: 'STEP_UP_REQUIRED' } });
  expect(shown).toEqual([]);
  proofs.keep('methods', 'good', 1000);
  await expect(link()).rejects.toMatchObject({ failure: { code: 'WALLET_TAKEN' } });
  refusal = null;
  await link();
  expect([shown, await proofs.find('methods')]).toEqual([['good', 'good'], null]);
  proofs.keep('methods', 'old', 1000);
  refusal = new CallError(failure('STEP_UP_REQUIRED'));
  await expect(link()).rejects.toThrow();
  expect(await proofs.find('methods')).toBeNull();
});

test('an account with a second factor proves by it and nothing else, and reads at its field what is wrong with the code', async () => {
  const sent: unknown[] = [];
  let refusal: CallError | null = null;
  const http = (async ({ path }: { path: string }, options?: { body?: unknown }) => {
    if (path === '/auth/step-up/options') return { data: { methods: ['totp', 'recovery_code'] } };
    sent.push(options?.body);
    if (refusal) throw refusal;
    return { data: { proof: 'good', expires_at: '2026-11-20T12:05:00.000Z' } };
  }) as unknown as Http;
  const proofs = createStepUpProofs({ now: () => now });
  const wallets = () => Promise.reject(new Error('no wallet is asked'));
  const world = { http, proofs, ...device, wallets, leave: async () => {} };
  const prove = (otp: string) => keepProof(world, 'factors', { code: '', password: 'Correct7horse', otp });
  await expect(prove('')).rejects.toMatchObject({
    failure: { code: 'VALIDATION_FAILED', fields: { otp: 'required' } },
  });
  expect(sent).toEqual([]);
  for (const [field, otp] of [
    ['code', '123456'],
    ['recovery_code', 'abcdefgh2345mnopqrstuvwx'],
  ] as const) {
    refusal = new CallError(failure('VALIDATION_FAILED', { fields: { [field]: 'used' } }));
    await expect(prove(otp)).rejects.toMatchObject({ failure: { fields: { otp: 'used' } } });
  }
  refusal = new CallError(failure('RATE_LIMITED', { retryAfter: 60 }));
  await expect(prove('123456')).rejects.toMatchObject({ failure: { code: 'RATE_LIMITED', retryAfter: 60 } });
  refusal = null;
  await prove('123456');
  const purpose = { for: { action: 'factors' } };
  expect([sent.at(0), sent.at(1), await proofs.find('factors')]).toEqual([
    { ...purpose, method: 'totp', code: '123456' },
    { ...purpose, method: 'recovery_code', recovery_code: 'abcdefgh2345mnopqrstuvwx' },
    'good',
  ]);
});

const assertion: PasskeyAssertion = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' },
};
const options: PasskeyRequestOptions = {
  challenge: 'c',
  rpId: 'localhost',
  timeout: 1,
  userVerification: 'required',
  allowCredentials: [],
};

/** An account with a passkey; `refuse` is what the server answers to the proof, `browser` what the device does. */
function withPasskey(methods: readonly StepUpMethod[], get: PasskeyBrowser['get'], refuse?: CallError) {
  const sent: unknown[] = [];
  const http = (async ({ path }: { path: string }, { body }: { body?: { method?: string } } = {}) => {
    sent.push(body);
    if (path === '/auth/step-up/options')
      return { data: { methods, passkey: body?.method === 'passkey' ? options : null } };
    if (refuse) throw refuse;
    return { data: { proof: 'good', expires_at: '2026-11-20T12:05:00.000Z' } };
  }) as unknown as Http;
  const proofs = createStepUpProofs({ now: () => now });
  const browser: PasskeyBrowser = {
    requireSupport: () => {},
    create: () => Promise.reject(new Error('none is made')),
    offer: () => Promise.reject(new Error('none is offered')),
    get,
  };
  const world = {
    http,
    proofs,
    signal: device.signal,
    passkeys: async () => browser,
    wallets: () => Promise.reject(new Error('no wallet is asked')),
    leave: async () => {},
  };
  const prove = (otp: string) => keepProof(world, 'factors', { code: '', password: 'Correct7horse', otp });
  return { sent, proofs, prove };
}

test('an account with a passkey proves by it when no code was typed, for the action that was asked for', async () => {
  const asked: unknown[] = [];
  const { sent, proofs, prove } = withPasskey(['passkey', 'recovery_code'], async (of, signal) => {
    asked.push([of, signal]);
    return assertion;
  });
  await prove('');
  const purpose = { for: { action: 'factors' } };
  expect(sent).toEqual([
    purpose,
    { ...purpose, method: 'passkey' },
    { ...purpose, method: 'passkey', assertion },
  ]);
  expect([asked, await proofs.find('factors')]).toEqual([[[options, device.signal]], 'good']);
});

test('a code that was typed goes before the passkey', async () => {
  const { sent, prove } = withPasskey(['passkey', 'recovery_code'], () =>
    Promise.reject(new Error('no device is asked')),
  );
  await prove('abcdefgh2345mnop');
  expect(sent.at(-1)).toEqual({
    for: { action: 'factors' },
    method: 'recovery_code',
    recovery_code: 'abcdefgh2345mnop',
  });
});

test.each([
  ['mismatch', 'PASSKEY_UNKNOWN'],
  ['domain', 'PASSKEY_DOMAIN'],
  ['used', 'PASSKEY_REFUSED'],
  ['expired', 'PASSKEY_REFUSED'],
  ['signature', 'PASSKEY_REFUSED'],
] as const)('a passkey that the server refuses by the rule %s is told as %s', async (rule, code) => {
  const { proofs, prove } = withPasskey(
    ['passkey'],
    async () => assertion,
    new CallError(failure('FORBIDDEN', { fields: { assertion: rule } })),
  );
  await expect(prove('')).rejects.toMatchObject({ failure: { code, fields: {} } });
  expect(await proofs.find('factors')).toBeNull();
});

test('what the browser refuses comes through, and a refusal that names no passkey stays as it is', async () => {
  const cancelled = withPasskey(['passkey'], () =>
    Promise.reject(new CallError(failure('PASSKEY_CANCELLED'))),
  );
  await expect(cancelled.prove('')).rejects.toMatchObject({ failure: { code: 'PASSKEY_CANCELLED' } });
  const limited = new CallError(failure('RATE_LIMITED', { retryAfter: 5 }));
  const throttled = withPasskey(['passkey'], async () => assertion, limited);
  await expect(throttled.prove('')).rejects.toBe(limited);
});

test('a call that is cancelled while its person proves themselves is not made', async () => {
  const cancelled = new AbortController();
  const http = (async ({ path }: { path: string }) => {
    if (path === '/auth/step-up') cancelled.abort();
    return { data: { methods: ['password'], proof: 'good', expires_at: '2026-11-20T12:05:00.000Z' } };
  }) as unknown as Http;
  const world = {
    ...device,
    http,
    proofs: createStepUpProofs({ now: () => now }),
    signal: cancelled.signal,
    wallets: () => Promise.reject(new Error('no wallet is linked')),
    leave: async () => {},
  };
  const close = async (proof: string | undefined) => void shown.push(proof);
  const closing = withProof(world, 'close', { code: '', password: 'Correct7horse' }, close);
  await expect(closing).rejects.toMatchObject({ name: 'AbortError' });
  expect(shown).toEqual([]);
});
