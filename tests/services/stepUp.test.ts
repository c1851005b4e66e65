import { beforeEach, expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
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

/** A provider that takes the proof `good` alone. */
function start(methods: readonly StepUpMethod[]) {
  const proofs = createStepUpProofs({ now: () => now });
  const http = (async () => ({ data: { methods } })) as unknown as Http;
  const world = {
    http,
    proofs,
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
  expect(proofs.find('password')).toBeNull();
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
  expect(proofs.find('password')).toBeNull();
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
  const world = { http, proofs, wallets: async () => wallets, leave: async () => {} };
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
  expect(proofs.find('methods')).toBe('good');
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
    const world = { http, proofs, wallets: async () => wallets, leave: async () => {} };
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
  expect([shown, proofs.find('methods')]).toEqual([['good', 'good'], null]);
  proofs.keep('methods', 'old', 1000);
  refusal = new CallError(failure('STEP_UP_REQUIRED'));
  await expect(link()).rejects.toThrow();
  expect(proofs.find('methods')).toBeNull();
});
