/** The exchange: the flow, the data of its form, and the earlier exchanges. */

import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Exchange } from '../../../contract/exchange.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Rates } from '../../../contract/rates.ts';
import type { Wallet, WalletToken } from '../../../contract/wallet.ts';
import type { AreaInput, AreaReport, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import {
  type ExchangeSnapshot,
  exchangeAddress,
  exchangeMachine,
  readExchangeAddress,
} from './exchangeMachine.ts';
import { type ExchangePair, exchangePricesMachine } from './exchangePricesMachine.ts';
import { isAnotherRequest } from './setAside.ts';

/** The balances for the form. */
export const exchangeWalletMachine = createResourceMachine<Wallet>('exchangeWallet');
/** The rates for the estimate, until live rates are known. */
export const exchangeRatesMachine = createResourceMachine<Rates>('exchangeRates');

/** A page of the exchanges, by its query. */
export const exchangesMachine = createResourceMachine<Page<Exchange>>('exchanges');

/** The query of a page of exchanges; an invalid page is the first. */
function exchangesKey(search: string): string {
  const page = new URLSearchParams(search).get('page') ?? '';
  return `page=${/^[1-9]\d{0,6}$/.test(page) ? page : '1'}&per_page=10`;
}

interface ExchangeAreaContext {
  readonly input: AreaInput;
  readonly search: string;
}

export const exchangeArea = setup({
  types: {
    context: {} as ExchangeAreaContext,
    events: {} as ScreenShown | BalancesChanged | AreaReport,
    input: {} as AreaInput,
    children: {} as {
      exchange: 'exchange';
      exchangeWallet: 'exchangeWallet';
      exchangeRates: 'exchangeRates';
      exchanges: 'exchanges';
      exchangePrices: 'exchangePrices';
    },
  },
  actors: {
    exchange: exchangeMachine,
    exchangeWallet: exchangeWalletMachine,
    exchangeRates: exchangeRatesMachine,
    exchanges: exchangesMachine,
    exchangePrices: exchangePricesMachine,
  },
  guards: {
    /** Whether the address does not name the form's tokens, or still has an amount that the form has already taken over. */
    isAddressOld: ({ context }, { snapshot }: { snapshot: ExchangeSnapshot }) => {
      const shown = readExchangeAddress(context.search);
      const { prefill, values } = snapshot.context;
      const isShown =
        Object.keys(shown).length > 0 &&
        !isAnotherRequest(shown, { from: '', to: '', side: '', amount: '', ...prefill });
      const isOld = 'amount' in shown || isAnotherRequest(shown, values);
      return isShown && isOld && (snapshot.matches('drafting') || snapshot.matches('reviewing'));
    },
  },
  actions: {
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellBalances: sendTo('exchange', (_, { tokens }: { tokens: readonly WalletToken[] | null }) => ({
      type: 'balances.known',
      tokens,
    })),
    tellExchange: sendTo('exchange', ({ context }: { context: ExchangeAreaContext }) => ({
      type: 'address.shown',
      prefill: readExchangeAddress(context.search),
    })),
    tellChanged: sendTo('exchange', { type: 'balances.changed' }),
    tellWallet: sendTo('exchangeWallet', { type: 'screen.shown' }),
    tellRates: sendTo('exchangeRates', { type: 'screen.shown' }),
    tellExchanges: sendTo('exchanges', ({ context }: { context: ExchangeAreaContext }) => ({
      type: 'screen.shown',
      key: exchangesKey(context.search),
    })),
    tellPair: sendTo('exchangePrices', (_, { pair }: { pair: ExchangePair }) => ({
      type: 'pair.shown',
      pair,
    })),
    tellPrices: sendTo('exchangePrices', { type: 'screen.shown' }),
    refreshWallet: sendTo('exchangeWallet', { type: 'outdated' }),
    refreshExchanges: sendTo('exchanges', { type: 'outdated' }),
    report: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'exchangeArea',
  context: ({ input }) => ({ input, search: input.shown.search }),
  invoke: [
    {
      id: 'exchange',
      src: 'exchange',
      input: ({ context }) => ({ ...context.input, prefill: readExchangeAddress(context.search) }),
      onSnapshot: [
        {
          guard: { type: 'isAddressOld', params: ({ event }) => event },
          actions: [
            { type: 'tellPair', params: ({ event }) => ({ pair: event.snapshot.context.values }) },
            {
              type: 'report',
              params: ({ context, event }) => ({
                type: 'address.requested',
                to: exchangeAddress(context.search, event.snapshot.context.values),
              }),
            },
          ],
        },
        { actions: { type: 'tellPair', params: ({ event }) => ({ pair: event.snapshot.context.values }) } },
      ],
    },
    {
      id: 'exchangeWallet',
      src: 'exchangeWallet',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: {
        actions: {
          type: 'tellBalances',
          params: ({ event }) => ({ tokens: event.snapshot.context.data?.tokens ?? null }),
        },
      },
    },
    { id: 'exchangeRates', src: 'exchangeRates', input: ({ context }) => ({ now: context.input.now }) },
    {
      id: 'exchanges',
      src: 'exchanges',
      input: ({ context }) => ({ now: context.input.now, key: exchangesKey(context.search) }),
    },
    {
      id: 'exchangePrices',
      src: 'exchangePrices',
      input: ({ context: { input, search } }) => ({
        now: input.now,
        pair: { from: 'ZST', to: 'USDT', ...readExchangeAddress(search) },
      }),
    },
  ],
  on: {
    'screen.shown': {
      actions: [
        withEvent('keepSearch'),
        'tellExchange',
        'tellWallet',
        'tellRates',
        'tellExchanges',
        'tellPrices',
      ],
    },
    'balances.changed': { actions: ['refreshWallet', 'refreshExchanges', 'tellChanged'] },
    'money.moved': { actions: withEvent('report') },
    'lock.changed': { actions: withEvent('report') },
    'address.requested': { actions: withEvent('report') },
  },
});

export type ExchangesRef = ActorRefFrom<typeof exchangesMachine>;
export type ExchangeRatesRef = ActorRefFrom<typeof exchangeRatesMachine>;
export type ExchangeWalletRef = ActorRefFrom<typeof exchangeWalletMachine>;
