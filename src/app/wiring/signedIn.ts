import { type AnyActorLogic, type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { drawn } from '../../components/base/DrawnInShortTasks.tsx';
import type { AreaName } from '../../machines/core/location.ts';
import type { Toast } from '../../machines/core/toastsMachine.ts';
import { currencyMachine } from '../../machines/shell/currencyMachine.ts';
import { headerMachine } from '../../machines/shell/headerMachine.ts';
import { signedInMachine } from '../../machines/shell/signedInMachine.ts';
import { areaLoader } from '../../machines/shell/signedInSetup.ts';
import { watchConnection } from '../../services/core/connection.ts';
import {
  keepCurrencyRates,
  keepValueCurrency,
  readValueCurrency,
} from '../../services/shell/valueCurrency.ts';
import type { BootStages } from './appActor.ts';
import { areas } from './areas.ts';
import { makeAheadFor } from './madeAhead.ts';
import type { Services } from './services.ts';

/** The signed-in machine with its services. Its code loads with the first signed-in page. */
export function createSignedIn(services: Services, { firstPage, idle }: BootStages) {
  makeAheadFor(services);
  return signedInMachine.provide({
    actors: {
      followEmailLink: fromPromise<Toast | null, void>(async () =>
        services.authCallbacks.isEmpty()
          ? null
          : (await import('./followEmailLink.ts')).followEmailLink(services),
      ),
      findSentPayment: fromCallback<AnyEventObject>(({ sendBack }) =>
        sendBack({ type: services.records.sent().length > 0 ? 'sentPayment.found' : 'sentPayment.missing' }),
      ),
      areaLoader: areaLoader.provide({
        actors: {
          loadCode: fromPromise<AnyActorLogic, { readonly name: AreaName }>(async ({ input }) => {
            // These areas run on every page, so the page's own data is loaded first.
            if (input.name === 'market' || input.name === 'inbox' || input.name === 'session')
              await firstPage;
            // Its parts follow the balances.
            if (input.name === 'portfolio') await drawn();
            return (await areas[input.name]()).createArea(services, idle);
          }),
        },
      }),
      watchBalanceChannel: fromCallback<AnyEventObject>(({ sendBack }) =>
        services.balanceChannel.subscribe(() => sendBack({ type: 'money.moved' })),
      ),
      watchConnection: fromCallback<AnyEventObject>(({ sendBack }) =>
        watchConnection((change) => sendBack({ type: `connection.${change}` })),
      ),
      currency: currencyMachine.provide({
        actors: {
          readCurrency: fromCallback<AnyEventObject>(({ sendBack }) =>
            sendBack({ type: 'currency.read', ...readValueCurrency(services.store, services.clock.now()) }),
          ),
        },
        actions: {
          keepCurrency: (_, kept) => keepValueCurrency(services.store, kept),
          keepRates: (_, { rates }) => keepCurrencyRates(services.store, rates),
        },
      }),
      header: headerMachine.provide({
        actors: {
          // The balances load first, because the menu's code is a sixth of the page's size.
          awaitFirstPage: fromPromise<void, void>(async () => void (await firstPage)),
        },
      }),
    },
    actions: { outdateData: services.outdateData },
  });
}
