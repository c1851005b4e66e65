import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { depositTrackingMachine } from '../../../src/machines/deposit/depositTrackingMachine.ts';
import { walletAssetMachine } from '../../../src/machines/deposit/walletAssetMachine.ts';
import { walletConnectionMachine } from '../../../src/machines/deposit/walletConnectionMachine.ts';
import { depositAddressMachine, walletDepositArea } from '../../../src/machines/deposit/walletDepositArea.ts';
import type { WalletDepositSnapshot } from '../../../src/machines/deposit/walletDepositMachine.ts';
import { AddAsset } from '../../../src/screens/deposit/AddAsset.tsx';
import { ConnectWallet } from '../../../src/screens/deposit/ConnectWallet.tsx';
import { WalletDeposit } from '../../../src/screens/deposit/WalletDeposit.tsx';
import { shown } from '../../support/areas.ts';
import { press } from '../../support/replay/gestures.ts';
import { resourceMap, whenFailed } from '../../support/replay/resourceMap.ts';
import { screenMap, unseenMap } from '../../support/replay/screenMap.ts';
import {
  account,
  addressWith,
  bear,
  broken,
  comingDeposit,
  creditedDeposit,
  depositAddress,
  fox,
  hash,
  offer,
  quietWalletDeposit,
  rejected,
  unknownChain,
} from '../../support/walletDeposit.ts';

export const tracking = unseenMap({
  machine: depositTrackingMachine,
  why: 'the deposit shows what it finds',
  input: () => ({ hash, token: 'USDT' }),
  outside: [{ event: { type: 'outdated' } }],
  answers: { readDeposit: { done: [null, comingDeposit, creditedDeposit], error: [broken] } },
});

const { contract, ticker, decimals } = offer.chain;
const add = { type: 'asset.requested', wallet: fox.id, contract, ticker, decimals };

export const asset = screenMap({
  machine: walletAssetMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <AddAsset
        offer={offer}
        state={{ children: { walletAsset: actor }, context: { wallet: fox } } as WalletDepositSnapshot}
      />
    </>
  ),
  person: [
    {
      events: [add],
      by: press('Add USDT to wallet'),
      offered: (actor) => !actor.getSnapshot().matches('asking'),
    },
    { events: [{ type: 'asset.left' }], by: press('Cancel') },
  ],
  // A second press before the first is drawn.
  outside: [{ event: add }],
  answers: { watchAsset: { done: [true, false], error: [rejected] } },
});

export const connection = screenMap({
  machine: walletConnectionMachine,
  input: () => ({ chain: offer.chain, wallet: null, problem: null }),
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <ConnectWallet offer={offer} connection={actor} />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    { events: [{ type: 'wallet.wanted' }], by: press(/^(?:Connect a wallet|Try again)$/) },
    {
      events: [{ type: 'wallet.picked', id: bear.id }],
      by: press('Bear'),
      offered: (actor) => actor.getSnapshot().matches('choosing'),
    },
    {
      events: [{ type: 'wallet.left' }],
      by: press(/^(?:Cancel|Change wallet)$/),
      offered: (actor) => {
        const { wallets } = actor.getSnapshot().context;
        return (
          actor.getSnapshot().hasTag('waiting') ||
          (actor.getSnapshot().matches('failed') && wallets.length > 1)
        );
      },
    },
  ],
  answers: {
    findWallets: { done: [[fox, bear], [fox], []], error: [rejected] },
    requestAccounts: { done: [[account], []], error: [rejected] },
    switchChain: { done: [offer.chain.id, 1], error: [unknownChain, rejected] },
    addChain: { done: [offer.chain.id, 1], error: [rejected] },
  },
  // Either wallet will do.
  views: ['MetaMask'],
  scenes: [{ input: () => ({ chain: offer.chain, wallet: null, problem: 'disconnected' as const }) }],
});

export const address = resourceMap({
  machine: depositAddressMachine,
  data: [depositAddress, { ...addressWith({}), chain: undefined }],
  keys: ['USDT', 'ZST', null],
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <WalletDeposit token="USDT" deposit={createActor(quietWalletDeposit)} address={actor} />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().context.key === 'USDT',
  refresh: {
    offered: (resource) =>
      whenFailed(resource) || (resource.hasTag('slow') && resource.context.dataKey !== 'USDT'),
  },
});

const there = (token: string) => shown('transactions', 'walletDeposit', `tab=receive&token=${token}`);

export const area = unseenMap({
  machine: walletDepositArea,
  why: 'the address and the deposit have screens of their own',
  isTimeless: true,
  input: (now) => ({ now, shown: there('USDT') }),
  outside: [
    { event: there('ZST') },
    { event: { type: 'balances.changed' } },
    { event: { type: 'money.moved' } },
    { event: { type: 'lock.changed', flow: 'walletDeposit', isLocked: true } },
  ],
  answers: {
    'depositAddress.load': { done: [(now: number) => ({ data: depositAddress, loadedAt: now })] },
    'walletDeposit.tabLock.claimTabLock': {},
    'walletDeposit.tabLock.readRecord': {},
    'walletDeposit.tabLock.untilFree': {},
  },
});
