import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import type { SavedFlow } from '../../../src/machines/core/savedFlow.ts';
import { depositAddressMachine } from '../../../src/machines/deposit/walletDepositArea.ts';
import { walletDepositMachine } from '../../../src/machines/deposit/walletDepositMachine.ts';
import { WalletDeposit } from '../../../src/screens/deposit/WalletDeposit.tsx';
import { failure } from '../../support/actors.ts';
import { tabLockWith } from '../../support/moneyFlow.ts';
import { paste, press, pressIn } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import { type ActorOf, type ScreenMap, screenMap } from '../../support/replay/screenMap.ts';
import {
  account,
  addressWith,
  broken,
  comingDeposit,
  creditedDeposit,
  findings,
  fox,
  hash,
  offer,
  otherAccount,
  rejected,
  sentRecord,
  zstOffer,
} from '../../support/walletDeposit.ts';

type Actor = ActorOf<typeof walletDepositMachine>;

const flow = walletDepositMachine.provide({ actions: { keepRecord: () => {} } });
const alone = (record: SavedFlow | null) => ({
  machine: flow.provide({ actors: { tabLock: tabLockWith(() => record) } }),
});
const address = standingResource(depositAddressMachine);
const isIn = (state: string) => (actor: unknown) => (actor as Actor).getSnapshot().matches(state as never);
const moved = (move: object) => ({ type: 'wallet.moved', ...move });
const known = (at: typeof offer) => ({ event: { type: 'offer.known', offer: at } });

const answers: ScreenMap['answers'] = {
  'tabLock.claimTabLock': {},
  'tabLock.readRecord': {},
  'tabLock.untilFree': {},
  'walletAsset.watchAsset': {},
  'walletConnection.findWallets': { done: [[fox]] },
  'walletConnection.requestAccounts': { done: [[account]] },
  'walletConnection.switchChain': { done: [offer.chain.id] },
  'walletConnection.addChain': {},
  readBalance: { done: ['20000000'], error: [broken] },
  watchWallet: { says: [moved({ account: otherAccount }), moved({ isLost: true })] },
  checkTransfer: {
    done: [
      findings,
      { ...findings, chainId: 1 },
      { ...findings, address: addressWith({ address: otherAccount }) },
    ],
    error: [new CallError(failure('NETWORK'))],
  },
  sendTransfer: { done: [hash, 'garbled'], error: [rejected, broken] },
  'depositTracking.readDeposit': { done: [comingDeposit, creditedDeposit], error: [broken] },
};

export const map = screenMap({
  ...alone(null),
  live: ['claimTabLock', 'readRecord'],
  isTimeless: true,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <WalletDeposit token="USDT" deposit={actor} address={address} />
    </>
  ),
  person: [
    { events: [{ type: 'amount.changed', amount: '15' }], by: paste(/^Amount/, '15') },
    { events: [{ type: 'transfer.requested' }], by: press(/^Deposit/) },
    {
      events: [{ type: 'transfer.left' }],
      by: pressIn('form', 'Cancel'),
      offered: isIn('checking'),
    },
    { events: [{ type: 'transfer.left' }], by: press('Stop waiting'), offered: isIn('sending') },
    { events: [{ type: 'transfer.denied' }], by: press('It wasn’t sent') },
    { events: [{ type: 'flow.restarted' }], by: press(/^(?:It was sent|New deposit)$/) },
    { events: [{ type: 'wallet.changed' }], by: press('Change wallet') },
    { events: [{ type: 'takeover.requested' }], by: press('Continue here') },
  ],
  outside: [known(offer)],
  answers,
  distinguish: (actor) => {
    const { offer: at, amount, problem, deposit } = actor.getSnapshot().context;
    return [at?.token, amount, problem, deposit?.status];
  },
  // Those of the wallet's list of tokens, and of what it holds.
  views: [/^Add .* to wallet$/, /^Max/, /^Copy/, 'Try again', 'Cancel'],
  until: (actor) => isIn('following')(actor) || actor.getSnapshot().context.submits > 1,
  scenes: [
    {
      // Another token is chosen meanwhile.
      outside: [known(offer), known(zstOffer)],
      answers: { ...answers, readBalance: {}, watchWallet: {}, checkTransfer: {} },
    },
    {
      // Which of two tabs goes on.
      machine: flow,
      live: [],
      outside: [],
      answers: {
        ...answers,
        'tabLock.claimTabLock': {
          says: ['tabLock.held', 'tabLock.taken', 'tabLock.lost'].map((type) => ({ type })),
        },
        'tabLock.readRecord': { says: [{ type: 'record.read', record: null }] },
        'tabLock.untilFree': { done: [undefined], error: [broken] },
      },
      until: isIn('awaitingOffer'),
    },
    { ...alone(sentRecord('')), until: (actor) => !isIn('unsure')(actor) },
    {
      ...alone(sentRecord(hash)),
      outside: [{ event: { type: 'balances.changed' } }],
      until: isIn('awaitingOffer'),
    },
  ],
});
