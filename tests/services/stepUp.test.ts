import { beforeEach, expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
import { withProof } from '../../src/services/auth/stepUp.ts';
import { createStepUpProofs } from '../../src/services/auth/stepUpProofs.ts';
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
