/** Deposits from a browser wallet, and the person's deposit address. Shown inside the transactions screen when its address asks for it. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { DepositAddress } from '../../../contract/addresses.ts';
import type { AreaInput, AreaReport, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { readTransactionsQuery } from '../money/transactionsQuery.ts';
import { type DepositOffer, offerOf } from './walletDeposit.ts';
import { walletDepositMachine } from './walletDepositMachine.ts';

/** The person's address for a token, by its symbol. */
export const depositAddressMachine = createResourceMachine<DepositAddress>('depositAddress');

interface WalletDepositAreaContext {
  readonly input: AreaInput;
  readonly token: string;
}

const tokenOf = ({ search }: Pick<ScreenShown, 'search'>) => readTransactionsQuery(search).token ?? 'ZST';
const offered = {
  params: ({
    event,
  }: {
    event: {
      readonly snapshot: { readonly context: { data: DepositAddress | null; dataKey: string | null } };
    };
  }) => event.snapshot.context,
};

export const walletDepositArea = setup({
  types: {
    context: {} as WalletDepositAreaContext,
    events: {} as ScreenShown | BalancesChanged | AreaReport,
    input: {} as AreaInput,
    children: {} as { depositAddress: 'depositAddress'; walletDeposit: 'walletDeposit' },
  },
  actors: { depositAddress: depositAddressMachine, walletDeposit: walletDepositMachine },
  guards: {
    /** An address is used only for the token that it was read for. */
    isOffered: ({ context }, { data, dataKey }: { data: DepositAddress | null; dataKey: string | null }) =>
      data !== null && dataKey === context.token && offerOf(data) !== null,
  },
  actions: {
    keepToken: assign((_, shown: ScreenShown) => ({ token: tokenOf(shown) })),
    tellAddress: sendTo('depositAddress', ({ context }) => ({ type: 'screen.shown', key: context.token })),
    tellOffer: sendTo(
      'walletDeposit',
      (_, { data }: { data: DepositAddress | null }): { type: 'offer.known'; offer: DepositOffer } => {
        const offer = data && offerOf(data);
        if (!offer) throw new Error('told unguarded');
        return { type: 'offer.known', offer };
      },
    ),
    tellChanged: sendTo('walletDeposit', { type: 'balances.changed' }),
    report: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'walletDepositArea',
  context: ({ input }) => ({ input, token: tokenOf(input.shown) }),
  invoke: [
    { id: 'walletDeposit', src: 'walletDeposit', input: ({ context }) => context.input },
    {
      id: 'depositAddress',
      src: 'depositAddress',
      input: ({ context }) => ({ now: context.input.now, key: context.token }),
      onSnapshot: { guard: { type: 'isOffered', ...offered }, actions: { type: 'tellOffer', ...offered } },
    },
  ],
  on: {
    'screen.shown': { actions: [withEvent('keepToken'), 'tellAddress'] },
    'balances.changed': { actions: 'tellChanged' },
    'money.moved': { actions: withEvent('report') },
    'lock.changed': { actions: withEvent('report') },
  },
});

export type DepositAddressRef = ActorRefFrom<typeof depositAddressMachine>;
