import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import type { Loaded } from '../../src/machines/createResourceMachine.ts';
import { holderMachine, holdsMachine, walletMachine } from '../../src/machines/holderMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

test('every state is reached; wallet and history stay open until the session ends', () => {
  expectSound(
    holderMachine,
    {
      input: { now: () => 0 },
      events: [
        { type: 'screen.shown', name: 'wallet', search: '' },
        { type: 'screen.shown', name: 'history', search: '?page=2' },
        { type: 'screen.shown', name: 'notFound', search: '' },
      ],
      answers: {
        wallet: {},
        holds: {},
        walletView: {},
        history: {},
        historyDetails: {},
        historyView: {},
        historyExport: {},
      },
    },
    ['holder.wallet.open', 'holder.history.open'],
  );
});

const empty: Wallet = {
  currency: 'USDT',
  total: '0',
  available: '0',
  pending: '0',
  frozen: '0',
  as_of: '2026-11-20T12:00:00.000Z',
  tokens: [],
};

function start() {
  const clock = new SimulatedClock();
  const wallet = manualCall<Loaded<Wallet>, { readonly fresh: boolean }>();
  const holds = manualCall<Loaded<readonly Hold[]>, { readonly fresh: boolean }>();
  const actor = createActor(
    holderMachine.provide({
      actors: {
        wallet: walletMachine.provide({ actors: { load: wallet.logic } }),
        holds: holdsMachine.provide({ actors: { load: holds.logic } }),
      },
    }),
    { clock, input: { now: () => clock.now() } },
  ).start();
  return { actor, clock, wallet, holds, flows: () => actor.getSnapshot().children };
}

test('nothing is read before the wallet is shown, then both parts at once', () => {
  const { actor, wallet, holds } = start();
  actor.send({ type: 'screen.shown', name: 'notFound', search: '' });
  expect([wallet.calls, holds.calls]).toEqual([[], []]);
  actor.send({ type: 'screen.shown', name: 'wallet', search: '' });
  expect([wallet.calls.length, holds.calls.length]).toEqual([1, 1]);
});

test('shown again when it is old, both are read anew; when it is fresh, neither', async () => {
  const { actor, clock, wallet, holds } = start();
  actor.send({ type: 'screen.shown', name: 'wallet', search: '' });
  wallet.last().answer({ data: empty, loadedAt: 0 });
  holds.last().answer({ data: [], loadedAt: 0 });
  await settled();
  actor.send({ type: 'screen.shown', name: 'wallet', search: '' });
  expect([wallet.calls.length, holds.calls.length]).toEqual([1, 1]);
  clock.increment(300_000);
  actor.send({ type: 'screen.shown', name: 'wallet', search: '' });
  expect([wallet.calls.length, holds.calls.length]).toEqual([2, 2]);
});

test('the holds fail alone', async () => {
  const { actor, wallet, holds, flows } = start();
  actor.send({ type: 'screen.shown', name: 'wallet', search: '' });
  wallet.last().answer({ data: empty, loadedAt: 0 });
  holds.last().fail('NOT_FOUND');
  await settled();
  expect(flows().wallet?.getSnapshot().value).toEqual({ ready: 'fresh' });
  expect(flows().holds?.getSnapshot().value).toBe('failed');
});
