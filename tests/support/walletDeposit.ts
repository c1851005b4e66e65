import type { DepositAddress } from '../../contract/addresses.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { FoundWallet } from '../../src/machines/auth/browserWallet.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { type DepositOffer, offerOf } from '../../src/machines/deposit/walletDeposit.ts';
import { walletDepositMachine } from '../../src/machines/deposit/walletDepositMachine.ts';
import { paymentDone } from './moneyFlow.ts';

export const fox: FoundWallet = { id: 'fox', name: 'MetaMask', icon: 'data:image/png;base64,AA==' };
export const bear: FoundWallet = { id: 'bear', name: 'Bear', icon: null };
export const account = '0x52908400098527886E0F7030069857D2E4169EE7';
export const otherAccount = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const hash = `0x${'ab'.repeat(32)}`;

export const depositAddress: DepositAddress = {
  token: 'USDT',
  network: 'Zesto Demo',
  address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  uri: 'ethereum:0x9029a190e2D6409986B3C9E58f21BAF1e61fe348@31337/transfer?address=0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  chain: {
    id: 31_337,
    contract: '0x9029a190e2D6409986B3C9E58f21BAF1e61fe348',
    ticker: 'USDT',
    decimals: 6,
    native_currency: 'ETH',
    rpc_url: 'http://localhost:8545',
    explorer_url: null,
  },
};

/** The same token at an address, or on a chain, with other facts. */
export function addressWith(
  changed: Partial<DepositAddress>,
  chain: Partial<NonNullable<DepositAddress['chain']>> = {},
): DepositAddress {
  return { ...depositAddress, ...changed, chain: { ...required(depositAddress.chain), ...chain } };
}

export const offer: DepositOffer = required(offerOf(depositAddress));
export const zstOffer: DepositOffer = required(offerOf(addressWith({ token: 'ZST' }, { decimals: 18 })));

/** How everything is when nothing has changed. */
export const findings = { accounts: [account.toLowerCase()], chainId: 31_337, address: depositAddress };

export const creditedDeposit: Transaction = {
  ...paymentDone,
  id: 'd-1',
  kind: 'deposit',
  status: 'completed',
  amount: '15',
  total: '15',
  fee: '0',
  tx_hash: hash,
  counterparty: null,
  confirmations: { seen: 3, needed: 3 },
  can_cancel: false,
};
export const comingDeposit: Transaction = {
  ...creditedDeposit,
  status: 'processing',
  confirmations: { seen: 1, needed: 3 },
};

const values = { token: 'USDT', amount: '15', to: offer.address, network: 'Zesto Demo', account };
/** What is kept of a transfer that a wallet was asked for; with its hash once that is known. */
export const sentRecord = (known: string): SavedFlow => ({
  step: 'sent',
  values: { ...values, hash: known },
  key: null,
  quote: null,
});

export const rejected = Object.assign(new Error('User rejected the request.'), { code: 4001 });
const pending = Object.assign(new Error('Already processing'), { code: -32002 });
export const unknownChain = Object.assign(new Error('Unrecognized chain ID'), { code: 4902 });
export const poor = Object.assign(new Error('insufficient funds for gas * price + value'), { code: -32000 });
export const broken = new Error('broken');

export const quietWalletDeposit = walletDepositMachine.provide({
  actions: { keepRecord: () => {}, tellLocked: () => {}, tellMoved: () => {}, tellTracking: () => {} },
});

export function connectionExploration(chain = offer.chain) {
  return {
    input: { chain, wallet: null, problem: null },
    events: [
      { type: 'wallet.wanted' },
      { type: 'wallet.picked', id: 'bear' },
      { type: 'wallet.picked', id: 'nobody' },
      { type: 'wallet.left' },
    ] as const,
    answers: {
      findWallets: { done: [[], [fox], [fox, bear]], error: [broken] },
      requestAccounts: { done: [[], [account]], error: [rejected, pending, broken] },
      switchChain: { done: [31_337, 1, null], error: [rejected, pending, unknownChain, broken] },
      addChain: { done: [31_337, 1], error: [rejected, pending, broken] },
    },
    distinguish: ({ context }: { context: object }) => {
      const {
        wallet,
        account: shown,
        problem,
      } = context as {
        wallet: FoundWallet | null;
        account: string | null;
        problem: string | null;
      };
      return [wallet?.id, shown, problem];
    },
  };
}

export function depositExploration() {
  return {
    input: undefined,
    events: [
      { type: 'tabLock.held', record: null },
      { type: 'tabLock.lost' },
      { type: 'takeover.requested' },
      { type: 'offer.known', offer },
      { type: 'offer.known', offer: zstOffer },
      { type: 'amount.changed', amount: '15' },
      { type: 'amount.changed', amount: '1,5.0' },
      { type: 'transfer.requested' },
      { type: 'transfer.left' },
      { type: 'transfer.denied' },
      { type: 'flow.restarted' },
      { type: 'wallet.changed' },
      { type: 'wallet.moved', account: otherAccount },
      { type: 'wallet.moved', account: null },
      { type: 'wallet.moved', chainId: 1 },
      { type: 'wallet.moved', isLost: true },
      { type: 'balances.changed' },
    ] as const,
    answers: {
      tabLock: {},
      walletAsset: {},
      walletConnection: { done: [{ wallet: fox, account }] },
      readBalance: { done: ['20000000', null], error: [broken] },
      watchWallet: {},
      checkTransfer: {
        done: [
          findings,
          { ...findings, accounts: [] },
          { ...findings, chainId: 1 },
          { ...findings, address: addressWith({ address: otherAccount }) },
        ],
        error: [broken],
      },
      sendTransfer: { done: [hash, 'sent', null], error: [rejected, pending, poor, broken] },
      depositTracking: { done: [creditedDeposit, { ...creditedDeposit, status: 'failed' }] },
    },
    distinguish: ({ context }: { context: object }) => {
      const {
        offer,
        token,
        amount,
        account: shown,
        problem,
        sent,
        balance,
      } = context as Record<string, unknown> & { offer: DepositOffer | null };
      return [offer?.token, token, amount, shown, problem, sent, balance];
    },
  };
}

function required<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error('not there');
  return value;
}
