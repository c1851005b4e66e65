import { describe, expect, test } from 'vitest';
import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  type InputFrom,
  SimulatedClock,
  transition,
} from 'xstate';
import type { Transaction } from '../../contract/transactions.ts';
import type { FoundWallet } from '../../src/machines/auth/browserWallet.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { depositTrackingMachine } from '../../src/machines/deposit/depositTrackingMachine.ts';
import { type AssetRequest, walletAssetMachine } from '../../src/machines/deposit/walletAssetMachine.ts';
import { walletConnectionMachine } from '../../src/machines/deposit/walletConnectionMachine.ts';
import type { Findings, TransferRequest } from '../../src/machines/deposit/walletDeposit.ts';
import { walletDepositMachine } from '../../src/machines/deposit/walletDepositMachine.ts';
import {
  isRefusedTransfer,
  type WalletDepositProblem,
  type WalletStep,
  walletProblemIn,
} from '../../src/machines/deposit/walletProblem.ts';
import { asChild, failure, manualCall, settled } from '../support/actors.ts';
import { tabLockWith } from '../support/moneyFlow.ts';
import { everyStep, expectSound, explore } from '../support/paths.ts';
import {
  account,
  addressWith,
  bear,
  broken,
  comingDeposit,
  connectionExploration,
  creditedDeposit,
  depositExploration,
  findings,
  fox,
  hash,
  offer,
  otherAccount,
  poor,
  quietWalletDeposit,
  rejected,
  sentRecord,
  unknownChain,
  zstOffer,
} from '../support/walletDeposit.ts';

const paths = explore(quietWalletDeposit, depositExploration());
const steps = everyStep(quietWalletDeposit, depositExploration());

describe('whatever happens', () => {
  test('every state is reached and can be left, and no call is waited for without end', () => {
    expectSound(walletConnectionMachine, connectionExploration());
    expectSound(
      walletAssetMachine,
      {
        input: undefined,
        events: [{ type: 'asset.requested', ...usdt }, { type: 'asset.left' }],
        answers: { watchAsset: { done: [true, false], error: [rejected, broken] } },
      },
      [],
    );
    expectSound(depositTrackingMachine, {
      input: { hash, token: 'USDT' },
      events: [{ type: 'outdated' }],
      answers: { readDeposit: { done: [null, comingDeposit, creditedDeposit], error: [broken] } },
      distinguish: ({ context }) => context.deposit?.status,
    });
    expect(paths.length).toBeGreaterThan(50);
    expectSound(quietWalletDeposit, depositExploration());
  });

  test('money is locked exactly while the wallet is asked, and what was asked is known', () => {
    for (const { snapshot, events } of paths) {
      const path = events.join(' → ');
      expect(snapshot.hasTag('locked'), path).toBe(snapshot.matches('sending'));
      if (snapshot.matches('openElsewhere')) continue;
      const isAsked = ['sending', 'unsure', 'following', 'settled'].some((state) =>
        snapshot.matches(state as never),
      );
      expect(snapshot.context.sent !== null, path).toBe(isAsked);
    }
  });

  test('a wallet is asked for a transfer by one step alone: after the check, and never again by itself', () => {
    const asking = steps.filter(({ from, to }) => !from.matches('sending') && to.matches('sending'));
    expect(asking.length).toBeGreaterThan(0);
    for (const { from, event } of asking) {
      expect([from.value, event.type]).toEqual(['checking', 'xstate.done.actor.checkTransfer']);
    }
  });

  test('no refusal loses the amount that was typed', () => {
    const kept = steps.filter(
      ({ from, event }) =>
        from.context.amount === '15' &&
        from.context.offer?.token === from.context.token &&
        /error\.actor|transfer\.(?:left|denied)|wallet\./.test(event.type),
    );
    expect(kept.length).toBeGreaterThan(20);
    for (const { from, event, to } of kept) {
      expect([from.value, event.type, to.context.amount]).toEqual([from.value, event.type, '15']);
    }
  });
});

const usdt: AssetRequest = { wallet: 'fox', contract: offer.chain.contract, ticker: 'USDT', decimals: 6 };
const coded = (code: unknown, message = 'no') => Object.assign(new Error(message), { code });

describe('what an error of a wallet means', () => {
  test.each<[string, unknown, WalletStep, WalletDepositProblem]>([
    ['declined to connect', coded(4001), 'connect', 'connectRejected'],
    ['declined to switch', coded(4001), 'switch', 'switchRejected'],
    ['declined to add', coded(4001), 'add', 'addRejected'],
    ['declined to send', coded(4001), 'send', 'sendRejected'],
    ['declined to show', coded(4001), 'asset', 'assetRejected'],
    ['a request is open', coded(-32002), 'connect', 'alreadyOpen'],
    ['not authorized', coded(4100), 'send', 'notAllowed'],
    ['not supported', coded(4200), 'switch', 'unsupported'],
    ['no such method', coded(-32601), 'asset', 'unsupported'],
    ['no chain at all', coded(4900), 'switch', 'disconnected'],
    ['this chain lost', coded(4901), 'send', 'chainLost'],
    ['chain not known', coded(4902), 'switch', 'chainUnknown'],
    ['wrapped', { code: -32603, data: { originalError: { code: 4902 } } }, 'switch', 'chainUnknown'],
    ['no gas, geth', coded(-32000, 'insufficient funds for gas * price + value'), 'send', 'noGas'],
    ['no gas, estimated', coded(-32000, 'gas required exceeds allowance (0)'), 'send', 'noGas'],
    ['no gas, wrapped', { code: -32603, data: { message: 'err: Insufficient funds' } }, 'send', 'noGas'],
    ['no tokens', coded(3, 'execution reverted: ERC20: transfer amount exceeds balance'), 'send', 'noTokens'],
    ['no tokens, by name', { code: 3, message: 'reverted', data: '0xe450d38c00' }, 'send', 'noTokens'],
    ['anything else', coded(-32603), 'send', 'failed'],
    ['no error at all', 'no', 'send', 'failed'],
    ['nothing', undefined, 'connect', 'failed'],
  ])('%s', (_, error, step, problem) => {
    expect(walletProblemIn(error, step)).toBe(problem);
  });

  test('an error that wraps itself ends', () => {
    const error: { code: number; cause?: unknown } = { code: 1 };
    error.cause = error;
    expect(walletProblemIn(error, 'send')).toBe('failed');
  });

  test('what may have come after it was signed is no refusal', () => {
    expect((['failed', 'garbled', 'disconnected', 'chainLost'] as const).map(isRefusedTransfer)).toEqual([
      ...[false, false, false, false],
    ]);
  });
});

describe('connecting', () => {
  const start = (input: Partial<InputFrom<typeof walletConnectionMachine>> = {}) => {
    const calls = {
      findWallets: manualCall<readonly FoundWallet[], void>(),
      requestAccounts: manualCall<readonly string[], { readonly wallet: string }>(),
      switchChain: manualCall<number | null, { readonly wallet: string; readonly id: number }>(),
      addChain: manualCall<number | null, { readonly wallet: string; readonly chain: typeof offer.chain }>(),
    };
    const actors = Object.fromEntries(Object.entries(calls).map(([name, { logic }]) => [name, logic]));
    const actor = createActor(walletConnectionMachine.provide({ actors }), {
      input: { chain: offer.chain, wallet: null, problem: null, ...input },
    }).start();
    return { actor, ...calls, now: () => actor.getSnapshot() };
  };
  const reachSwitch = async (it: ReturnType<typeof start>) => {
    it.findWallets.last().answer([fox]);
    await settled();
    it.requestAccounts.last().answer([account]);
    await settled();
  };

  test('one wallet is asked at once, for its account and then for the chain', async () => {
    const it = start();
    await reachSwitch(it);
    expect(it.switchChain.last().input).toEqual({ wallet: 'fox', id: 31_337 });
    it.switchChain.last().answer(31_337);
    await settled();
    expect(it.now().output).toEqual({ wallet: fox, account });
  });

  test('of two the one that was connected before is taken, or a person picks', async () => {
    const again = start({ wallet: 'bear' });
    again.findWallets.last().answer([fox, bear]);
    await settled();
    expect(again.requestAccounts.last().input).toEqual({ wallet: 'bear' });
    const first = start();
    first.findWallets.last().answer([fox, bear]);
    await settled();
    expect([first.now().value, first.requestAccounts.calls.length]).toEqual(['choosing', 0]);
    first.actor.send({ type: 'wallet.picked', id: 'bear' });
    expect(first.requestAccounts.last().input).toEqual({ wallet: 'bear' });
  });

  test('a chain that the wallet does not know is told to it', async () => {
    const paths = explore(walletConnectionMachine, {
      ...connectionExploration(),
      answers: {
        ...connectionExploration().answers,
        switchChain: { error: [unknownChain] },
        addChain: { done: [31_337] },
      },
    });
    expect(paths.some(({ snapshot }) => snapshot.matches('adding'))).toBe(true);
    expect(paths.some(({ snapshot }) => snapshot.status === 'done')).toBe(true);
  });

  test('without a node for the public it cannot be told, and that is said', () => {
    const paths = explore(walletConnectionMachine, connectionExploration({ ...offer.chain, rpc_url: null }));
    expect(paths.some(({ snapshot }) => snapshot.matches('adding'))).toBe(false);
    expect(paths.some(({ snapshot }) => snapshot.context.problem === 'chainUnknown')).toBe(true);
  });

  test('a wallet that says it went and did not is not believed', async () => {
    const it = start();
    await reachSwitch(it);
    it.switchChain.last().answer(1);
    await settled();
    expect([it.now().value, it.now().context.problem]).toEqual(['failed', 'notSwitched']);
  });
});

/** A deposit with calls that are answered by hand; what it keeps is kept. */
function start({ record = null as SavedFlow | null } = {}) {
  const clock = new SimulatedClock();
  const kept: (SavedFlow | null)[] = [];
  const check = manualCall<Findings, { readonly wallet: string; readonly token: string }>();
  const send = manualCall<unknown, TransferRequest>();
  const balance = manualCall<string | null, Pick<TransferRequest, 'wallet' | 'account' | 'contract'>>();
  const read = manualCall<Transaction | null, { readonly hash: string; readonly token: string }>();
  let tell: (event: AnyEventObject) => void = () => {};
  const order: string[] = [];
  const logic = walletDepositMachine.provide({
    actors: {
      tabLock: tabLockWith(() => record),
      walletConnection: walletConnectionMachine.provide({
        actors: {
          findWallets: fromPromise<readonly FoundWallet[], void>(async () => [fox]),
          requestAccounts: fromPromise<readonly string[], { readonly wallet: string }>(async () => [account]),
          switchChain: fromPromise<number | null, { readonly wallet: string; readonly id: number }>(
            async () => 31_337,
          ),
        },
      }),
      readBalance: balance.logic,
      watchWallet: fromCallback<AnyEventObject, { readonly wallet: string }>(({ sendBack }) => {
        tell = sendBack;
      }),
      checkTransfer: check.logic,
      sendTransfer: send.logic,
      depositTracking: depositTrackingMachine.provide({ actors: { readDeposit: read.logic } }),
    },
    actions: {
      keepRecord: (_, { record: next }) => {
        order.push(`kept ${next?.step ?? 'nothing'}, asked ${send.calls.length}`);
        kept.push(next);
      },
    },
  });
  const { child, told } = asChild(logic, undefined, clock);
  const ready = async (amount = '15') => {
    child.send({ type: 'offer.known', offer });
    await settled();
    balance.last().answer('20000000');
    await settled();
    child.send({ type: 'amount.changed', amount });
  };
  const asked = async () => {
    await ready();
    child.send({ type: 'transfer.requested' });
    check.last().answer(findings);
    await settled();
  };
  return {
    ...{ child, told, clock, kept, check, send, balance, read, order, ready, asked },
    now: () => child.getSnapshot(),
    move: (move: object) => tell({ type: 'wallet.moved', ...move }),
  };
}

test('what is typed is judged by the token, the balance and the least deposit', async () => {
  const it = start();
  await it.ready('20.5');
  it.child.send({ type: 'transfer.requested' });
  expect([it.now().value, it.check.calls.length]).toEqual(['drafting', 0]);
  it.child.send({ type: 'amount.changed', amount: '20' });
  it.child.send({ type: 'transfer.requested' });
  expect(it.now().value).toBe('checking');
});

test('the transfer is kept before the wallet is asked, asked once, and followed to its credit', async () => {
  const it = start();
  await it.asked();
  expect(it.order.at(-1)).toBe('kept sent, asked 0');
  expect(it.send.calls.map(({ input }) => input)).toEqual([
    {
      wallet: 'fox',
      account,
      chainId: 31_337,
      contract: offer.chain.contract,
      to: offer.address,
      minor: '15000000',
    },
  ]);
  it.child.send({ type: 'transfer.requested' });
  it.send.last().answer(hash.toUpperCase().replace('0X', '0x'));
  await settled();
  expect(it.kept.at(-1)).toEqual(sentRecord(hash));
  expect(it.read.last().input).toEqual({ hash, token: 'USDT' });
  it.read.last().answer(null);
  await settled();
  it.clock.increment(3_999);
  expect(it.read.calls).toHaveLength(1);
  it.clock.increment(1);
  it.read.last().answer(comingDeposit);
  await settled();
  expect(it.now().context.deposit?.confirmations).toEqual({ seen: 1, needed: 3 });
  it.child.send({ type: 'balances.changed' });
  it.read.last().answer(creditedDeposit);
  await settled();
  expect([it.now().value, it.kept.at(-1)]).toEqual(['settled', null]);
  expect(it.send.calls).toHaveLength(1);
  expect(it.told.map(({ type }) => type)).toEqual(['lock.changed', 'lock.changed', 'money.moved']);
});

test.each<[string, Partial<Findings>, string, WalletDepositProblem]>([
  ['another account', { accounts: [otherAccount] }, 'connecting', 'accountChanged'],
  ['another chain', { chainId: 1 }, 'connecting', 'chainChanged'],
  ['another address', { address: addressWith({ address: otherAccount }) }, 'drafting', 'addressChanged'],
  [
    'another contract',
    { address: addressWith({}, { contract: otherAccount }) },
    'drafting',
    'addressChanged',
  ],
])('%s just before sending: nothing is asked of the wallet', async (_, changed, state, problem) => {
  const it = start();
  await it.ready();
  it.child.send({ type: 'transfer.requested' });
  it.check.last().answer({ ...findings, ...changed });
  await settled();
  expect([it.now().value, it.now().context.problem, it.now().context.amount]).toEqual([state, problem, '15']);
  expect(it.send.calls).toEqual([]);
});

test('a server that cannot be asked for the address keeps the wallet from being asked', async () => {
  const it = start();
  await it.ready();
  it.child.send({ type: 'transfer.requested' });
  it.check.last().fail('NETWORK');
  await settled();
  expect(it.now().context).toMatchObject({ problem: 'unread', failure: failure('NETWORK'), amount: '15' });
  expect([it.now().value, it.send.calls]).toEqual(['drafting', []]);
});

test.each([
  ['declined', rejected, 'drafting', 'sendRejected', 'drafting'],
  ['no gas', poor, 'drafting', 'noGas', 'drafting'],
  ['a fault after it was asked', broken, 'unsure', 'failed', 'sent'],
  ['a dead line', coded(4900), 'unsure', 'disconnected', 'sent'],
] as const)('%s', (_, error, state, problem, step) => {
  const asked = paths.find(({ snapshot }) => snapshot.matches({ sending: 'asking' }));
  if (!asked) throw new Error('the wallet is never asked');
  const event: AnyEventObject = { type: 'xstate.error.actor.sendTransfer', error };
  const [to] = transition(quietWalletDeposit, asked.snapshot, event as never);
  expect([to.value, to.context.problem, to.context.sent === null ? 'drafting' : 'sent']).toEqual([
    ...[state, problem, step],
  ]);
});

test('what is no hash is not followed', async () => {
  const it = start();
  await it.asked();
  it.send.last().answer({ result: hash });
  await settled();
  expect([it.now().value, it.now().context.problem, it.read.calls]).toEqual(['unsure', 'garbled', []]);
});

test('a wallet that never answers can be left; what it says later still counts', async () => {
  const it = start();
  await it.asked();
  it.child.send({ type: 'transfer.left' });
  expect(it.now().hasTag('unsure')).toBe(true);
  it.send.last().answer(hash);
  await settled();
  expect(it.now().value).toBe('following');
});

test('a reload between the press and the hash does not ask again by itself', async () => {
  const it = start({ record: sentRecord('') });
  it.child.send({ type: 'offer.known', offer });
  await settled();
  expect([it.now().value, it.send.calls, it.now().context.sent]).toMatchObject([
    'unsure',
    [],
    { amount: '15', hash: null },
  ]);
  it.child.send({ type: 'transfer.denied' });
  await settled();
  expect([it.now().context.amount, it.kept.at(-1)?.step]).toEqual(['15', 'drafting']);
});

test('a reload after the hash goes on following it, without a wallet', async () => {
  const it = start({ record: sentRecord(hash) });
  expect(it.now().value).toBe('following');
  expect(it.read.last().input).toEqual({ hash, token: 'USDT' });
});

test('a hash that never appears is looked up ever more rarely, and after an hour only at news', async () => {
  const it = start({ record: sentRecord(hash) });
  const counted: number[] = [];
  // In steps of four seconds.
  const [minute, hour] = [15, 900];
  for (let step = 1; step <= 2 * hour; step += 1) {
    it.read.last().answer(null);
    await settled();
    it.clock.increment(4_000);
    if ([minute, 10 * minute, hour, 2 * hour].includes(step)) counted.push(it.read.calls.length);
  }
  expect(counted).toEqual([16, 23, 33, 33]);
  it.child.send({ type: 'balances.changed' });
  expect(it.read.calls).toHaveLength(34);
  it.read.last().answer(creditedDeposit);
  await settled();
  expect(it.now().value).toBe('settled');
});

test('what was typed of one token is not taken for another', async () => {
  const it = start();
  await it.ready();
  it.child.send({ type: 'offer.known', offer: zstOffer });
  await settled();
  expect([it.now().context.token, it.now().context.amount]).toEqual(['ZST', '']);
  const restored = start({
    record: { step: 'drafting', values: { token: 'USDT', amount: '7' }, key: null, quote: null },
  });
  restored.child.send({ type: 'offer.known', offer: zstOffer });
  expect(restored.now().context.amount).toBe('');
});

test('moves of the wallet while an amount is chosen', async () => {
  const it = start();
  await it.ready();
  it.move({ account: account.toLowerCase() });
  expect(it.balance.calls).toHaveLength(1);
  it.move({ account: otherAccount });
  expect([it.now().value, it.now().context.account, it.balance.last().input.account]).toEqual([
    'drafting',
    otherAccount,
    otherAccount,
  ]);
  it.move({ chainId: 31_337 });
  expect(it.now().value).toBe('drafting');
  it.move({ chainId: 1 });
  expect([it.now().value, it.now().context.problem]).toEqual(['connecting', 'chainChanged']);
  expect(it.now().children.walletConnection?.getSnapshot().value).toBe('failed');
});

test('an asset is asked for once at a time, and a wallet that shrugs has declined', async () => {
  const show = manualCall<boolean, AssetRequest>();
  const actor = createActor(walletAssetMachine.provide({ actors: { watchAsset: show.logic } })).start();
  actor.send({ type: 'asset.requested', ...usdt });
  actor.send({ type: 'asset.requested', ...usdt });
  expect(show.calls.map(({ input }) => input)).toEqual([usdt]);
  show.last().answer(false);
  await settled();
  expect([actor.getSnapshot().value, actor.getSnapshot().context.problem]).toEqual([
    'refused',
    'assetRejected',
  ]);
  actor.send({ type: 'asset.requested', ...usdt });
  show.last().answer(true);
  await settled();
  expect(actor.getSnapshot().value).toBe('added');
});
