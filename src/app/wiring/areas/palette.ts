import { paletteArea, paletteTokensMachine } from '../../../machines/shell/paletteArea.ts';
import { readTokens } from '../../../services/wallet/catalogue.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services) {
  return paletteArea.provide({
    actors: {
      paletteTokens: paletteTokensMachine.provide({
        actors: {
          load: loader(services, readTokens),
        },
      }),
    },
  });
}
