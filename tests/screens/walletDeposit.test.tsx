import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Transaction } from '../../contract/transactions.ts';
import { depositTrackingMachine } from '../../src/machines/deposit/depositTrackingMachine.ts';
import { walletConnectionMachine } from '../../src/machines/deposit/walletConnectionMachine.ts';
import { depositAddressMachine } from '../../src/machines/deposit/walletDepositArea.ts';
import type { WalletDepositRef } from '../../src/machines/deposit/walletDepositMachine.ts';
import { walletDepositProblems } from '../../src/machines/deposit/walletProblem.ts';
import { WalletDeposit } from '../../src/screens/deposit/WalletDeposit.tsx';
import { manualCall } from '../support/actors.ts';
import { actorAt, explore, reachableSnapshots } from '../support/paths.ts';
import {
  comingDeposit,
  connectionExploration,
  creditedDeposit,
  depositAddress,
  depositExploration,
  hash,
  offer,
  quietWalletDeposit,
} from '../support/walletDeposit.ts';
import { arrives, describedBy, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

const exploration = depositExploration();
/** One of each that looks different. */
const snapshots = [
  ...new Map(
    explore(quietWalletDeposit, exploration)
      .filter(({ snapshot: { context } }) => ![context.offer?.token, context.sent?.token].includes('ZST'))
      .map(({ snapshot }) => {
        const { amount, balance, problem, deposit } = snapshot.context;
        const looks = snapshot.matches('drafting')
          ? [amount, balance, problem !== null]
          : [snapshot.hasTag('unsure') && problem !== null, deposit?.status];
        return [JSON.stringify([snapshot.value, ...looks]), snapshot] as const;
      }),
  ),
];
const connections = [
  ...new Map(
    reachableSnapshots(walletConnectionMachine, connectionExploration())
      .filter(({ status }) => status === 'active')
      .map((snapshot) => [JSON.stringify([snapshot.value, snapshot.context.problem]), snapshot] as const),
  ),
];
const at = (state: string) => {
  const found = snapshots.find(([, { value }]) => JSON.stringify(value) === JSON.stringify(state));
  if (!found) throw new Error(`there is no ${state}`);
  return found[1];
};

function start(deposit: WalletDepositRef, language: Language = 'en') {
  const address = manualCall<Loaded<DepositAddress>, ReadRequest>();
  const read = createActor(depositAddressMachine.provide({ actors: { load: address.logic } }), {
    input: { now: () => 0, key: 'USDT' },
  }).start();
  draw(
    <>
      <h1>Transactions</h1>
      <WalletDeposit token="USDT" deposit={deposit} address={read} />
    </>,
    language,
  );
  return { address, user: userEvent.setup() };
}

const still = (snapshot: (typeof snapshots)[number][1], children = {}) =>
  actorAt(quietWalletDeposit, snapshot, children) as WalletDepositRef;

describe.each(languages)('in %s', (language) => {
  test.each(snapshots)('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    start(still(snapshot), language);
    await expectPresentable();
  });

  test.each(connections)(
    'the connection %s is presentable',
    { tags: 'long' },
    async (_, walletConnection) => {
      start(still(at('connecting'), { walletConnection }), language);
      await expectPresentable();
    },
  );

  test('a deposit on its way, and late, is presentable', async () => {
    const following = at('following');
    const tracking = depositTrackingMachine.resolveState({
      value: 'waiting',
      context: { hash, token: 'USDT', deposit: null, misses: 15, repeats: 15 },
    });
    const { unmount } = drawn(() => start(still(following, { depositTracking: tracking }), language));
    await expectPresentable();
    unmount();
    const context = { ...following.context, deposit: comingDeposit };
    start(still({ ...following, context } as typeof following), language);
    await expectPresentable();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1');
  });

  test('every refusal has a sentence and a next step of its own', () => {
    const said = new Set<string>();
    for (const problem of walletDepositProblems) {
      const drafting = at('drafting');
      const context = { ...drafting.context, problem };
      const { unmount } = drawn(() => start(still({ ...drafting, context } as typeof drafting), language));
      const words = text(screen.getByRole('alert'));
      expect(words, problem).not.toMatch(/\{\{|undefined|byWallet/);
      said.add(words);
      unmount();
    }
    expect(said.size).toBe(walletDepositProblems.length);
  });
});

function drawn(draw: () => unknown) {
  draw();
  return { unmount: cleanup };
}

const draftOf = (changed: Partial<ReturnType<typeof at>['context']>) => {
  const drafting = at('drafting');
  return { ...drafting, context: { ...drafting.context, ...changed } } as typeof drafting;
};

test('an address that is slow to come after that of another token can be asked for again', () => {
  const slow = depositAddressMachine.resolveState({
    value: { loading: 'slow' },
    context: {
      ...{ now: () => 0, key: 'USDT', dataKey: 'ZST', data: { ...depositAddress, token: 'ZST' } },
      ...{ loadedAt: 0, failure: null, isOutdated: false },
    },
  });
  draw(
    <WalletDeposit
      token="USDT"
      deposit={still(at('awaitingOffer'))}
      address={actorAt(depositAddressMachine, slow)}
    />,
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('nothing is called wrong on the way to an amount: it is judged when the field is left', async () => {
  const { user } = start(still(draftOf({ amount: '1,250,0', balance: null, submits: 0 })));
  const field = screen.getByRole('textbox');
  await user.click(field);
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(field)).toContain('This amount can be read in different ways.');
});

test('what was submitted is judged while it is typed, and the button names the amount', () => {
  start(still(draftOf({ submits: 1, amount: '1,5.0', balance: '20' })));
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  cleanup();
  start(still(draftOf({ submits: 1, amount: '21', balance: '20' })));
  expect(text()).toContain('This wallet doesn’t have enough USDT.');
  cleanup();
  start(still(draftOf({ submits: 1, amount: '1', balance: '20', offer: { ...offer, minimum: '2' } })));
  expect(text()).toContain('The minimum deposit is 2 USDT.');
  cleanup();
  start(still(draftOf({ submits: 1, amount: '15.5', balance: '20' })));
  expect(screen.getAllByRole('button', { name: 'Deposit 15.50 USDT' })).toHaveLength(1);
});

test('Max is all that the wallet has, to its last digit', async () => {
  const deposit = still(draftOf({ amount: '', balance: '20.123456' }));
  const { user } = start(deposit);
  const send = vi.spyOn(deposit, 'send');
  await user.click(screen.getByRole('button', { name: 'Max: all USDT in this wallet' }));
  expect(send).toHaveBeenCalledWith({ type: 'amount.changed', amount: '20.123456' });
});

test('where nobody knows, the amount, the addresses and what to look at are shown, and nothing sends', () => {
  start(still(at('unsure')));
  expect(text()).toContain('Your wallet may have sent this');
  expect(text()).toContain('15 USDT');
  expect(screen.getByRole('link', { name: 'Open History' }).getAttribute('href')).toBe(
    '/transactions/history?kind=deposit&token=USDT',
  );
  expect(screen.queryByRole('button', { name: /^Deposit/ })).toBeNull();
});

test('a token whose chain is not told is not taken from a wallet', async () => {
  const awaiting = at('awaitingOffer');
  const { address } = start(still(awaiting));
  await arrives(() => address.last().answer({ data: { ...depositAddress, chain: null }, loadedAt: 0 }));
  expect(text()).toContain('We can’t take USDT from a browser wallet right now');
});

test('a deposit that is under review says so, and no longer when it will be credited', () => {
  const following = at('following');
  const reviewed: Transaction = {
    ...comingDeposit,
    confirmations: { seen: 3, needed: 3 },
    reason: 'under_review',
  };
  const context = { ...following.context, deposit: reviewed };
  start(still({ ...following, context } as typeof following));
  expect(text()).toContain('We’re reviewing this deposit before we credit it.');
  expect(text()).not.toContain('We’ll credit it after');
});

test('a credited deposit says so, and can be exchanged', () => {
  const settled = at('settled');
  const context = { ...settled.context, deposit: creditedDeposit };
  start(still({ ...settled, context } as typeof settled));
  expect(text()).toContain('Deposit credited');
  expect(screen.getByRole('link', { name: 'Exchange USDT' }).getAttribute('href')).toBe(
    '/exchange?from=USDT',
  );
});
