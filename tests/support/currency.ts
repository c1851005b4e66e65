import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { currencyMachine, type KeptCurrency } from '../../src/machines/shell/currencyMachine.ts';

/** Begins with what a device has kept, and tells what it is to keep. */
export function currencyActor(
  kept: KeptCurrency = { chosen: 'USDT', rates: null },
  keep: (kept: Partial<KeptCurrency>) => void = () => {},
) {
  return createActor(
    currencyMachine.provide({
      actors: {
        readCurrency: fromCallback<AnyEventObject>(({ sendBack }) =>
          sendBack({ type: 'currency.read', ...kept }),
        ),
      },
      actions: {
        keepCurrency: (_, next) => keep(next),
        keepRates: (_, { rates }) => keep({ rates }),
      },
    }),
  ).start();
}
