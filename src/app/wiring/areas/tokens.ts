import { fromPromise } from 'xstate';
import { type TokenChoice, tokenChoiceMachine } from '../../../machines/wallet/tokenChoiceMachine.ts';
import { catalogueMachine, tokensArea } from '../../../machines/wallet/tokensArea.ts';
import { readTokens, showToken } from '../../../services/wallet/catalogue.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';
import { moving } from './moneyFlow.ts';

export function createArea(services: Services) {
  const { http } = services;
  return tokensArea.provide({
    actors: {
      catalogue: catalogueMachine.provide({
        actors: {
          load: loader(services, readTokens),
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
