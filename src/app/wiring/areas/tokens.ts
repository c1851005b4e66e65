import { fromPromise } from 'xstate';
import type { ListedToken } from '../../../../contract/catalogue.ts';
import { type TokenChoice, tokenChoiceMachine } from '../../../machines/wallet/tokenChoiceMachine.ts';
import { catalogueMachine, tokensArea } from '../../../machines/wallet/tokensArea.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import { readTokens, showToken } from '../../../services/wallet/catalogue.ts';
import type { Services } from '../services.ts';
import { moving } from './moneyFlow.ts';

export function createArea(services: Services) {
  const { http, data } = services;
  return tokensArea.provide({
    actors: {
      catalogue: catalogueMachine.provide({
        actors: {
          load: fromPromise<
            Loaded<readonly ListedToken[]>,
            { readonly key: string; readonly fresh: boolean }
          >(async (reading) => readTokens(http, await data(), reading)),
        },
      }),
      tokenChoice: tokenChoiceMachine.provide({
        actors: {
          showToken: fromPromise<void, TokenChoice>(({ input }) =>
            moving(services, () => showToken(http, input)),
          ),
        },
      }),
    },
  });
}
