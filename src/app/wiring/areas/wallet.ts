import {
  accountMachine,
  holdsMachine,
  walletArea,
  walletMachine,
} from '../../../machines/wallet/walletArea.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services) {
  return walletArea.provide({
    actors: {
      wallet: walletMachine.provide({
        actors: {
          load: loader(services, (_, data, reading) => data.wallet(reading)),
        },
      }),
      holds: holdsMachine.provide({
        actors: {
          load: loader(services, (_, data, reading) => data.holds(reading)),
        },
      }),
      account: accountMachine.provide({
        actors: {
          load: loader(services, (_, data, reading) => data.profile(reading)),
        },
      }),
    },
  });
}
