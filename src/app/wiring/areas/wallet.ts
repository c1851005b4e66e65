import { fromPromise } from 'xstate';
import type { User } from '../../../../contract/user.ts';
import type { Hold, Wallet } from '../../../../contract/wallet.ts';
import {
  accountMachine,
  holdsMachine,
  walletArea,
  walletMachine,
} from '../../../machines/wallet/walletArea.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import type { Services } from '../services.ts';

export function createArea({ data }: Services) {
  return walletArea.provide({
    actors: {
      wallet: walletMachine.provide({
        actors: {
          load: fromPromise<Loaded<Wallet>, { readonly fresh: boolean }>(async (reading) =>
            (await data()).wallet(reading),
          ),
        },
      }),
      holds: holdsMachine.provide({
        actors: {
          load: fromPromise<Loaded<readonly Hold[]>, { readonly fresh: boolean }>(async (reading) =>
            (await data()).holds(reading),
          ),
        },
      }),
      account: accountMachine.provide({
        actors: {
          load: fromPromise<Loaded<User>, { readonly fresh: boolean }>(async (reading) =>
            (await data()).profile(reading),
          ),
        },
      }),
    },
  });
}
