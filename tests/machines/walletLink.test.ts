import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { FoundWallet, WalletProof, WalletSigning } from '../../src/machines/auth/browserWallet.ts';
import type { TypedProof } from '../../src/machines/profile/proofForm.ts';
import {
  linkedWalletMachine,
  personProofMachine,
  walletLinkMachine,
} from '../../src/machines/profile/walletLinkMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const proof = { address, message: 'sign me', signature: '0xsigned' };

test('the proof of the person: every state is reached and can be left, and no secret stays', () => {
  expectSound(personProofMachine, {
    input: { now: () => 0, initial: { hasPassword: true } },
    events: [
      { type: 'field.changed', name: 'password', value: 'Correct7horse' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: [undefined],
        error: [new CallError(failure('NETWORK')), new CallError(failure('RATE_LIMITED', { retryAfter: 0 }))],
      },
    },
    distinguish: ({ context }) => context.values.password,
  });
});

function start(hasPassword: boolean) {
  const person = manualCall<void, { readonly values: TypedProof }>();
  const found = manualCall<readonly FoundWallet[], void>();
  const accounts = manualCall<readonly string[], { readonly wallet: string }>();
  const message = manualCall<string, { readonly address: string }>();
  const sign = manualCall<string, WalletSigning>();
  const post = manualCall<void, WalletProof>();
  const actor = createActor(
    walletLinkMachine.provide({
      actors: {
        personProof: personProofMachine.provide({ actors: { submit: person.logic } }),
        wallet: linkedWalletMachine.provide({
          actors: {
            findWallets: found.logic,
            requestAccounts: accounts.logic,
            requestMessage: message.logic,
            signMessage: sign.logic,
            submitProof: post.logic,
            watchAccounts: fromCallback(() => {}),
          },
        }),
      },
    }),
    { input: { now: () => 0, hasPassword, linked: [] } },
  ).start();
  const child = () => actor.getSnapshot().children;
  return {
    person,
    found,
    post,
    form: () => child().personProof,
    wallet: () => child().wallet,
    now: () => actor.getSnapshot(),
    async confirm() {
      child().personProof?.send({ type: 'form.submitted' });
      person.last().answer();
      await settled();
    },
    async upToPosting() {
      found.last().answer([{ id: 'fox', name: 'MetaMask', icon: null }]);
      await settled();
      accounts.last().answer([address]);
      await settled();
      message.last().answer(proof.message);
      await settled();
      sign.last().answer(proof.signature);
      await settled();
    },
  };
}

test('no wallet is asked before the person has shown that it is them', async () => {
  const { person, found, form, now } = start(true);
  form()?.send({ type: 'form.submitted' });
  expect(person.calls).toHaveLength(0);
  expect(form()?.getSnapshot().context.errors).toEqual({ password: 'required' });
  form()?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  form()?.send({ type: 'form.submitted' });
  expect(person.last().input.values).toEqual({ password: 'Correct7horse', code: '', otp: '' });
  expect([now().value, found.calls.length]).toEqual(['proving', 0]);
  person.last().answer();
  await settled();
  expect([now().value, found.calls.length]).toEqual(['linking', 1]);
});

test.each([
  ['STEP_UP_REQUIRED', 'proving'],
  ['WALLET_TAKEN', 'linking'],
] as const)('the provider answers %s: the person is at %s', async (code, where) => {
  const { post, wallet, now, confirm, upToPosting } = start(false);
  await confirm();
  await upToPosting();
  expect(post.last().input).toEqual(proof);
  post.last().fail(code);
  await settled();
  expect(now().value).toBe(where);
  if (where === 'proving') await confirm();
  else wallet()?.send({ type: 'wallet.wanted' });
  await upToPosting();
  post.last().answer();
  await settled();
  expect(now().status).toBe('done');
});
