import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, SimulatedClock, setup } from 'xstate';
import type { ListedToken } from '../../contract/catalogue.ts';
import type { Page } from '../../contract/paging.ts';
import type { Position, TotalHistory } from '../../contract/portfolio.ts';
import type { Sparklines } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { SignInMethods } from '../../contract/security.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { User } from '../../contract/user.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import { loginMethodsMachine } from '../../src/machines/profile/loginMethodsMachine.ts';
import {
  latestMachine,
  listedMachine,
  portfolioArea,
  positionMachine,
  sparklinesMachine,
} from '../../src/machines/wallet/portfolioArea.ts';
import { readTokenAddress, tokenAddress } from '../../src/machines/wallet/priceAddress.ts';
import { totalHistoryMachine } from '../../src/machines/wallet/totalHistoryMachine.ts';
import {
  accountMachine,
  holdsMachine,
  walletArea,
  walletMachine,
} from '../../src/machines/wallet/walletArea.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { vera } from '../support/people.ts';

function start(search = '') {
  const clock = new SimulatedClock();
  const load = manualCall<Loaded<TotalHistory>, ReadRequest>();
  const sparklines = manualCall<Loaded<Sparklines>, ReadRequest>();
  const position = manualCall<Loaded<Position>, ReadRequest>();
  const listed = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
  const loginMethods = manualCall<Loaded<SignInMethods>, ReadRequest>();
  const latest = manualCall<Loaded<Page<Transaction>>, ReadRequest>();
  const actor = createActor(
    portfolioArea.provide({
      actors: {
        totalHistory: totalHistoryMachine.provide({ actors: { load: load.logic } }),
        sparklines: sparklinesMachine.provide({ actors: { load: sparklines.logic } }),
        position: positionMachine.provide({ actors: { load: position.logic } }),
        listed: listedMachine.provide({ actors: { load: listed.logic } }),
        loginMethods: loginMethodsMachine.provide({ actors: { load: loginMethods.logic } }),
        latest: latestMachine.provide({ actors: { load: latest.logic } }),
      },
    }),
    { clock, input: { now: () => clock.now(), shown: shown('wallet', 'portfolio', search) } },
  ).start();
  return { actor, load, sparklines, position, listed, latest, loginMethods, clock };
}

const history: TotalHistory = {
  currency: 'USDT',
  range: 'month',
  points: [],
  change: null,
  without_price: [],
};

const none: Page<Transaction> = { data: [], meta: { page: 1, per_page: 5, total: 0 } };

test('the way of the prices is read beside the list of tokens, and beside none of them', async () => {
  const list = start();
  await settled();
  expect(list.sparklines.last().input).toEqual({ key: 'day', fresh: false });
  list.actor.send(shown('wallet', 'portfolio', 'token=ZST'));
  await settled();
  expect(list.actor.getSnapshot().children.sparklines?.getSnapshot().matches('unasked')).toBe(true);
  const page = start('token=ZST');
  await settled();
  expect(page.sparklines.calls).toEqual([]);
});

test('the way of the prices that is old is read again once balances may have changed, and not by a timer', async () => {
  const { actor, sparklines, clock } = start();
  await settled();
  sparklines.last().answer({ data: { as_of: '2026-11-20T12:00:00.000Z', lines: [] }, loadedAt: 0 });
  await settled();
  clock.increment(299_999);
  actor.send({ type: 'balances.changed' });
  expect(sparklines.calls).toHaveLength(1);
  clock.increment(3_600_000);
  expect(sparklines.calls).toHaveLength(1);
  actor.send({ type: 'balances.changed' });
  expect(sparklines.calls).toHaveLength(2);
});

describe('the total over time', () => {
  test('is that of a month until a person chooses another range', async () => {
    const { actor, load } = start();
    await settled();
    expect(load.last().input).toEqual({ key: 'month', fresh: false });
    actor.send({ type: 'range.chosen', range: 'all' });
    await settled();
    expect(load.last().input).toEqual({ key: 'all', fresh: false });
    expect(actor.getSnapshot().context.range).toBe('all');
  });

  test('is read anew when money has moved, and when it is seen again after five minutes', async () => {
    const { actor, load, clock } = start();
    await settled();
    load.last().answer({ data: history, loadedAt: 0 });
    await settled();
    actor.send({ type: 'balances.changed' });
    await settled();
    expect(load.calls).toHaveLength(2);
    expect(load.last().input).toEqual({ key: 'month', fresh: true });
    load.last().answer({ data: history, loadedAt: 0 });
    await settled();
    clock.increment(299_999);
    actor.send(shown('wallet', 'portfolio'));
    expect(load.calls).toHaveLength(2);
    clock.increment(1);
    actor.send(shown('wallet', 'portfolio'));
    await settled();
    expect(load.calls).toHaveLength(3);
  });
});

describe('beside the total', () => {
  const point = (value: string | null) => ({ at: '2026-11-20T12:00:00.000Z', value });

  test('the latest transactions of all tokens are read, and anew when money has moved', async () => {
    const { actor, latest } = start();
    await settled();
    expect(latest.last().input).toEqual({ key: 'per_page=5', fresh: false });
    actor.send({ type: 'balances.changed' });
    latest.last().answer({ data: none, loadedAt: 0 });
    await settled();
    expect(latest.last().input).toEqual({ key: 'per_page=5', fresh: true });
    expect(latest.calls).toHaveLength(2);
  });

  test.each([
    ['never held anything', []],
    ['holds nothing any more', [point('5'), point('0.00')]],
    ['holds something', [point('0'), point('0.05')]],
    ['holds what has no price', [point(null)]],
  ])('whether an email is verified is asked after the total of a wallet that %s', async (_, points) => {
    const { load, loginMethods } = start();
    await settled();
    expect(loginMethods.calls).toHaveLength(0);
    load.last().answer({ data: { ...history, points }, loadedAt: 0 });
    await settled();
    expect(loginMethods.calls).toHaveLength(1);
  });
});

describe('the page of a token', () => {
  test.each([
    ['?token=ZST', 'ZST'],
    ['?token=zst', 'ZST'],
    ['?token=ABC.12AF00', 'ABC.12AF00'],
    ['?token=', null],
    ['?token=%3Cscript%3E', null],
    [`?token=${'A'.repeat(300)}`, null],
    ['', null],
  ])('%s asks for %s', (search, symbol) => {
    expect(readTokenAddress({ name: 'wallet', search })).toBe(symbol);
    expect(readTokenAddress({ name: 'transactions', search })).toBeNull();
  });

  test('has an address', () => expect(tokenAddress('ABC.12AF00')).toBe('/wallet?token=ABC.12AF00'));

  test('reads what it cost, which it is and what happened to it, and not the total', async () => {
    const { actor, load, position, listed, latest } = start('?token=ZST');
    await settled();
    expect(load.calls).toHaveLength(0);
    expect(position.last().input).toEqual({ key: 'ZST', fresh: false });
    expect(listed.last().input).toEqual({ key: 'q=ZST', fresh: false });
    expect(latest.last().input).toEqual({ key: 'token=ZST&per_page=5', fresh: false });
    actor.send({ type: 'balances.changed' });
    position.last().fail('NETWORK');
    latest.last().answer({ data: none, loadedAt: 0 });
    await settled();
    expect(position.last().input).toEqual({ key: 'ZST', fresh: true });
    expect(latest.calls).toHaveLength(2);
    actor.send(shown('wallet', 'portfolio'));
    await settled();
    expect(load.last().input).toEqual({ key: 'month', fresh: false });
    expect(position.calls).toHaveLength(2);
  });
});

describe('the wallet', () => {
  function startWallet(search = '') {
    const clock = new SimulatedClock();
    const [wallet, holds, account] = [
      manualCall<Loaded<Wallet>, ReadRequest>(),
      manualCall<Loaded<readonly Hold[]>, ReadRequest>(),
      manualCall<Loaded<User>, ReadRequest>(),
    ];
    const requested: AnyEventObject[] = [];
    const reported: AnyEventObject[] = [];
    const logic = walletArea.provide({
      actors: {
        wallet: walletMachine.provide({ actors: { load: wallet.logic } }),
        holds: holdsMachine.provide({ actors: { load: holds.logic } }),
        account: accountMachine.provide({ actors: { load: account.logic } }),
      },
    });
    const parent = createActor(
      setup({ actors: { logic } }).createMachine({
        invoke: {
          id: 'logic',
          src: 'logic',
          input: { now: () => clock.now(), shown: shown('wallet', 'wallet', search) },
        },
        on: {
          'area.requested': { actions: ({ event }) => requested.push(event) },
          'profile.changed': { actions: ({ event }) => reported.push(event) },
        },
      }),
      { clock },
    ).start();
    return { wallet, account, requested, reported, parent };
  }

  test('asks for what stands beside the balances once they are there, and at each later visit', async () => {
    const { wallet, requested, parent } = startWallet();
    parent.getSnapshot().children.logic?.send(shown('wallet', 'wallet', '?price=ZST'));
    await settled();
    expect(requested).toEqual([]);
    const data: Wallet = {
      ...{ currency: 'USDT', total: '0', available: '0', pending: '0', frozen: '0' },
      as_of: '2026-11-20T12:00:00.000Z',
      tokens: [],
    };
    wallet.last().answer({ data, loadedAt: 0 });
    await settled();
    const asked = { type: 'area.requested', shown: shown('wallet', 'portfolio', '?price=ZST') };
    expect(requested).toEqual([asked]);
    parent.getSnapshot().children.logic?.send(shown('wallet', 'wallet'));
    expect(requested).toEqual([asked, { ...asked, shown: shown('wallet', 'portfolio') }]);
  });

  test('reports the account once for each read, so that a later look puts nothing back', async () => {
    const { account, reported, parent } = startWallet();
    await settled();
    account.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    parent.getSnapshot().children.logic?.send(shown('wallet', 'wallet'));
    const first = { type: 'profile.changed', user: vera.user, readAt: 0 };
    expect(reported).toEqual([first]);
    parent.getSnapshot().children.logic?.send({ type: 'balances.changed' });
    await settled();
    account.last().answer({ data: vera.user, loadedAt: 1 });
    await settled();
    expect(reported).toEqual([first, { ...first, readAt: 1 }]);
  });

  test('the page of a token asks for it at once: opened first, or from the wallet before its balances', async () => {
    const asked = { type: 'area.requested', shown: shown('wallet', 'portfolio', '?token=ZST') };
    const first = startWallet('?token=ZST');
    await settled();
    expect(first.requested).toEqual([asked]);
    first.wallet.last().fail('NETWORK');
    await settled();
    expect(first.requested).toEqual([asked]);
    const later = startWallet();
    await settled();
    expect(later.requested).toEqual([]);
    later.parent.getSnapshot().children.logic?.send(shown('wallet', 'wallet', '?token=ZST'));
    expect(later.requested).toEqual([asked]);
  });
});
