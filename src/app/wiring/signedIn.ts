import { type AnyActorLogic, type AnyEventObject, assign, fromCallback, fromPromise } from 'xstate';
import type { AreaName } from '../../machines/core/location.ts';
import type { Toast } from '../../machines/core/toastsMachine.ts';
import { currencyMachine } from '../../machines/shell/currencyMachine.ts';
import { headerMachine } from '../../machines/shell/headerMachine.ts';
import { signedInMachine } from '../../machines/shell/signedInMachine.ts';
import { areaLoader } from '../../machines/shell/signedInSetup.ts';
import { watchConnection } from '../../services/core/connection.ts';
import { keepValueCurrency, readValueCurrency } from '../../services/shell/valueCurrency.ts';
import type { BootStages } from './appActor.ts';
import { areas } from './areas.ts';
import type { Services } from './services.ts';

/** What a signed-in person has open, with the real world behind it. Its code comes with the first page that is theirs. */
export function createSignedIn(services: Services, { firstPage, idle }: BootStages) {
  return signedInMachine.provide({
    actors: {
      followEmailLink: fromPromise<Toast | null, void>(async () =>
        services.authCallbacks.isEmpty()
          ? null
          : (await import('./heldEmailLink.ts')).followEmailLink(services),
      ),
      areaLoader: areaLoader.provide({
        actors: {
          loadCode: fromPromise<AnyActorLogic, { readonly name: AreaName }>(async ({ input }) => {
            // They are beside every page, whose own figures come first.
            if (input.name === 'market' || input.name === 'inbox' || input.name === 'session')
              await firstPage;
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
        actions: {
          recallCurrency: assign(() => readValueCurrency(services.store, services.clock.now())),
          keepCurrency: (_, kept) => keepValueCurrency(services.store, kept),
        },
      }),
      header: headerMachine.provide({
        actors: {
          // What the balances are drawn with goes first: the menu weighs a sixth of the page.
          awaitFirstPage: fromPromise<void, void>(async () => void (await firstPage)),
        },
      }),
    },
    actions: { outdateData: services.outdateData },
  });
}
