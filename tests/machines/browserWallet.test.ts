import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import type { FoundWallet } from '../../src/machines/auth/browserWallet.ts';
import { browserWalletMachine } from '../../src/machines/auth/browserWalletMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const fox: FoundWallet = { id: 'fox', name: 'MetaMask', icon: 'data:image/png;base64,AA==' };
const bear: FoundWallet = { id: 'bear', name: 'Bear', icon: null };
const first = '0x52908400098527886E0F7030069857D2E4169EE7';
const second = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const rejected = Object.assign(new Error('User rejected the request.'), { code: 4001 });
const pending = Object.assign(new Error('Already processing'), { code: -32002 });
const wrapped = { code: -32603, data: { originalError: { code: 4001 } } };

const exploration = {
  input: { linked: [] },
  events: [
    { type: 'wallet.wanted' },
    { type: 'wallet.picked', id: 'bear' },
    { type: 'wallet.picked', id: 'nobody' },
    { type: 'wallet.left' },
    { type: 'account.switched', address: first.toLowerCase() },
    { type: 'account.switched', address: second },
    { type: 'account.switched', address: null },
  ] as const,
  answers: {
    findWallets: { done: [[], [fox], [fox, bear]], error: [new Error('broken')] },
    requestAccounts: { done: [[], [first]], error: [rejected, pending, new Error('broken')] },
    requestMessage: { done: ['sign me'], error: [new CallError(failure('NETWORK'))] },
    signMessage: { done: ['0xsigned'], error: [rejected, pending, new Error('broken')] },
    submitProof: { done: [vera], error: [new CallError(failure('NONCE_UNKNOWN'))] },
    watchAccounts: {},
  },
  distinguish: ({ context }: { context: object }) => {
    const { wallet, address, isSwitched, problem } = context as {
      wallet: FoundWallet | null;
      address: string | null;
      isSwitched: boolean;
      problem: string | null;
    };
    return [wallet?.id, address, isSwitched, problem];
  },
};

describe('paths', () => {
  test('every state is reached and can be left, and whatever hangs has a way out', () => {
    expectSound(browserWalletMachine, exploration);
  });

  test('whatever happens', () => {
    const paths = explore(browserWalletMachine, exploration);
    expect(paths.length).toBeGreaterThan(20);
    for (const { snapshot, events } of paths) {
      const path = events.join(' → ');
      const { context } = snapshot;
      expect(context.problem !== null, path).toBe(snapshot.matches('failed'));
      if (snapshot.matches('offered')) expect([context.wallet, context.address], path).toEqual([null, null]);
      if (snapshot.matches('posting'))
        expect([context.message, context.signature], path).toEqual(['sign me', '0xsigned']);
      if (snapshot.status === 'done') expect(snapshot.output, path).toEqual(vera);
      if (snapshot.status === 'active' && !snapshot.matches('offered')) {
        expect(snapshot.hasTag('instead'), path).toBe(true);
        expect(snapshot.can({ type: 'wallet.left' }), path).toBe(true);
      }
    }
  });
});

function start(linked: readonly string[] = []) {
  const find = manualCall<readonly FoundWallet[], void>();
  const accounts = manualCall<readonly string[], { readonly wallet: string }>();
  const message = manualCall<string, { readonly address: string }>();
  const sign = manualCall<
    string,
    { readonly wallet: string; readonly address: string; readonly message: string }
  >();
  const open = manualCall<
    Session,
    { readonly address: string; readonly message: string; readonly signature: string }
  >();
  let tell: (event: AnyEventObject) => void = () => {};
  const actor = createActor(
    browserWalletMachine.provide({
      actors: {
        findWallets: find.logic,
        requestAccounts: accounts.logic,
        requestMessage: message.logic,
        signMessage: sign.logic,
        submitProof: open.logic,
        watchAccounts: fromCallback<AnyEventObject, { readonly wallet: string }>(({ sendBack }) => {
          tell = sendBack;
        }),
      },
    }),
    { input: { linked } },
  ).start();
  const upToSigning = async () => {
    actor.send({ type: 'wallet.wanted' });
    find.last().answer([fox]);
    await settled();
    accounts.last().answer([first]);
    await settled();
    message.last().answer('sign me');
    await settled();
  };
  return {
    actor,
    find,
    accounts,
    message,
    sign,
    open,
    upToSigning,
    switchTo: (address: string | null) => tell({ type: 'account.switched', address }),
    now: () => actor.getSnapshot(),
  };
}

test('the message that was asked for is what is signed, and what was signed is what is posted', async () => {
  const { sign, open, accounts, message, upToSigning, now } = start();
  await upToSigning();
  expect([accounts.last().input, message.last().input]).toEqual([{ wallet: 'fox' }, { address: first }]);
  expect(sign.last().input).toEqual({ wallet: 'fox', address: first, message: 'sign me' });
  sign.last().answer('0xsigned');
  await settled();
  expect(open.last().input).toEqual({ address: first, message: 'sign me', signature: '0xsigned' });
  open.last().answer(vera);
  await settled();
  expect(now().output).toEqual(vera);
});

test('of several wallets a person chooses; one alone is asked at once', async () => {
  const { actor, find, accounts, now } = start();
  actor.send({ type: 'wallet.wanted' });
  find.last().answer([fox, bear]);
  await settled();
  expect(now().value).toBe('choosing');
  expect(accounts.calls).toHaveLength(0);
  actor.send({ type: 'wallet.picked', id: 'bear' });
  expect(accounts.last().input).toEqual({ wallet: 'bear' });
});

test('another account in the wallet starts over with a message of its own; the late signature is dropped', async () => {
  const { message, sign, open, upToSigning, switchTo, now } = start();
  await upToSigning();
  switchTo(first.toLowerCase());
  expect(now().value).toEqual({ proving: 'signing' });
  switchTo(second);
  expect(now().value).toEqual({ proving: 'preparing' });
  expect(now().context).toMatchObject({ address: second, isSwitched: true });
  sign.at(0).answer('0xof the first');
  await settled();
  expect(open.calls).toHaveLength(0);
  message.last().answer('sign me too');
  await settled();
  expect(sign.last().input).toEqual({ wallet: 'fox', address: second, message: 'sign me too' });
});

test('a wallet that shows no account any more has none', async () => {
  const { upToSigning, switchTo, now } = start();
  await upToSigning();
  switchTo(null);
  expect(now().value).toBe('failed');
  expect(now().context.problem).toBe('noAccounts');
});

test('what the provider refused is kept beside the problem', async () => {
  const { sign, open, upToSigning, now } = start();
  await upToSigning();
  sign.last().answer('0xsigned');
  await settled();
  open.last().fail('RATE_LIMITED', { retryAfter: 10 });
  await settled();
  expect(now().context).toMatchObject({ problem: 'refused', failure: { code: 'RATE_LIMITED' } });
});

test.each([
  ['a rejection', rejected, 'rejected'],
  ['a wrapped rejection', wrapped, 'rejected'],
  ['a window that is open already', pending, 'alreadyOpen'],
  ['anything else', new Error('broken'), 'connectionFailed'],
] as const)('%s while connecting', (_, error, problem) => {
  const paths = explore(browserWalletMachine, {
    ...exploration,
    answers: { ...exploration.answers, requestAccounts: { error: [error] } },
  });
  expect(
    paths.some(
      ({ snapshot, events }) =>
        snapshot.context.problem === problem && events.includes('xstate.error.actor.requestAccounts'),
    ),
  ).toBe(true);
});

test('an account that is linked already is not asked to sign: the next one that the wallet shows is', async () => {
  const { actor, find, accounts, message, switchTo } = start([first.toLowerCase()]);
  const now = () => actor.getSnapshot();
  actor.send({ type: 'wallet.wanted' });
  find.last().answer([fox]);
  await settled();
  accounts.last().answer([first]);
  await settled();
  expect([now().value, now().context.problem]).toEqual(['failed', 'alreadyLinked']);
  actor.send({ type: 'wallet.wanted' });
  find.last().answer([fox]);
  await settled();
  accounts.last().answer([first, second]);
  await settled();
  expect(message.last().input).toEqual({ address: second });
  switchTo(first);
  expect([now().value, now().context.problem]).toEqual(['failed', 'alreadyLinked']);
});
