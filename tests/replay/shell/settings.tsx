import { CallError } from '../../../contract/failure.ts';
import { UpdateBanner } from '../../../src/app/layouts/UpdateBanner.tsx';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { standingMachine } from '../../../src/machines/core/standingMachine.ts';
import { currencyMachine, valueCurrencies } from '../../../src/machines/shell/currencyMachine.ts';
import { updateMachine } from '../../../src/machines/shell/updateMachine.ts';
import { CurrencyChoice } from '../../../src/screens/profile/CurrencyChoice.tsx';
import { failure } from '../../support/actors.ts';
import { press, tick } from '../../support/replay/gestures.ts';
import { screenMap, unseenMap } from '../../support/replay/screenMap.ts';

const euro = { currency: 'EUR', rate: '0.9', since: '2026-11-20T09:00:00.000Z' };

export const currency = screenMap({
  machine: currencyMachine.provide({ actions: { keepCurrency: () => {}, keepRates: () => {} } }),
  input: () => undefined,
  screen: (actor) => <CurrencyChoice currency={actor} />,
  person: ['USDT', 'EUR'].map((chosen) => ({
    events: [{ type: 'currency.chosen', currency: chosen }],
    by: tick(chosen),
    offered: (actor) => actor.getSnapshot().context.chosen !== chosen,
  })),
  outside: [
    { event: { type: 'currencies.told', rates: [] } },
    { event: { type: 'currencies.told', rates: [euro] } },
  ],
  answers: { readCurrency: { says: [{ type: 'currency.read', chosen: 'EUR', rates: [euro] }] } },
  distinguish: (actor) => [actor.getSnapshot().context.chosen, actor.getSnapshot().context.rates],
  views: valueCurrencies,
});

export const standing = unseenMap({
  machine: standingMachine,
  why: 'it is told to the flows, which say what it keeps a person from',
  input: () => ({ isFrozen: false }),
  outside: [
    { event: { type: 'connection.changed', isOffline: true } },
    { event: { type: 'account.told', isFrozen: true, at: 1 } },
  ],
  answers: {},
});

export const update = screenMap({
  machine: updateMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Wallet</PageTitle>
      <UpdateBanner
        update={actor}
        // The parent passes its consent on, unless money may be moving.
        signedIn={
          {
            getSnapshot: () => ({ context: { lockedFlows: [] } }),
            subscribe: () => ({ unsubscribe: () => {} }),
            send: actor.send,
          } as never
        }
      />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().hasTag('offered'),
  person: [
    { events: [{ type: 'update.accepted' }], by: press('Reload now') },
    { events: [{ type: 'update.declined' }], by: press('Later') },
  ],
  answers: {
    watchUpdates: { says: [{ type: 'update.ready' }] },
    applyUpdate: { error: [new CallError(failure('NETWORK'))] },
  },
});
