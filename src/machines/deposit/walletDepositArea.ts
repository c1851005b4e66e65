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

interface WalletDepositAreaContext extends Pick<AreaInput, 'now'> {
  readonly token: string;
}

const tokenOf = ({ search }: Pick<ScreenShown, 'search'>) => readTransactionsQuery(search).token ?? 'ZST';

export const walletDepositArea = setup({
  types: {
    context: {} as WalletDepositAreaContext,
    events: {} as ScreenShown | BalancesChanged | AreaReport,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
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
  context: ({ input: { now, shown } }) => ({ now, token: tokenOf(shown) }),
  invoke: [
    { id: 'walletDeposit', src: 'walletDeposit' },
    {
      id: 'depositAddress',
      src: 'depositAddress',
      input: ({ context: { now, token } }) => ({ now, key: token }),
      onSnapshot: {
        guard: { type: 'isOffered', params: ({ event }) => event.snapshot.context },
        actions: { type: 'tellOffer', params: ({ event }) => event.snapshot.context },
      },
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
