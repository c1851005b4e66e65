import { fromPromise } from 'xstate';
import type { ListedToken } from '../../../../contract/catalogue.ts';
import { paletteArea, paletteTokensMachine } from '../../../machines/shell/paletteArea.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import { readTokens } from '../../../services/wallet/catalogue.ts';
import type { Services } from '../services.ts';

export function createArea({ http, data }: Services) {
  return paletteArea.provide({
    actors: {
      paletteTokens: paletteTokensMachine.provide({
        actors: {
          load: fromPromise<Loaded<readonly ListedToken[]>, { readonly fresh: boolean }>(
            async ({ input, signal }) =>
              readTokens(http, await data(), { input: { ...input, key: '' }, signal }),
          ),
        },
      }),
    },
  });
}
