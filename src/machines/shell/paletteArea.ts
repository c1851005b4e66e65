/** The command palette, and the tokens among them. An area without an address: it is shown over whatever screen there is. */
import { type ActorRefFrom, sendTo, setup } from 'xstate';
import type { ListedToken } from '../../../contract/catalogue.ts';
import type { AreaInput, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { type PalettePart, paletteMachine } from './paletteMachine.ts';

/** The whole catalogue. */
export const paletteTokensMachine = createResourceMachine<readonly ListedToken[]>('paletteTokens');

/** What is asked for by showing the area; null when another screen is shown. */
function partOf({ area, params }: ScreenShown): PalettePart | null {
  if (area !== 'palette') return null;
  return params.part === 'shortcuts' ? 'shortcuts' : 'commands';
}

export const paletteArea = setup({
  types: {
    context: {} as Pick<AreaInput, 'now' | 'shown'>,
    events: {} as ScreenShown | BalancesChanged,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as { palette: 'palette'; paletteTokens: 'paletteTokens' },
  },
  actors: { palette: paletteMachine, paletteTokens: paletteTokensMachine },
  actions: {
    tellPalette: sendTo('palette', (_, shown: ScreenShown) => {
      const part = partOf(shown);
      return part === null ? { type: 'closed' } : { type: 'part.asked', part };
    }),
    tellTokens: sendTo('paletteTokens', { type: 'screen.shown' }),
    refreshTokens: sendTo('paletteTokens', { type: 'refresh.requested' }),
  },
}).createMachine({
  id: 'paletteArea',
  context: ({ input: { now, shown } }) => ({ now, shown }),
  invoke: [
    { id: 'palette', src: 'palette', input: ({ context }) => ({ part: partOf(context.shown) }) },
    { id: 'paletteTokens', src: 'paletteTokens', input: ({ context }) => ({ now: context.now, key: '' }) },
  ],
  on: {
    'screen.shown': { actions: [{ type: 'tellPalette', params: ({ event }) => event }, 'tellTokens'] },
    'balances.changed': { actions: 'refreshTokens' },
  },
});

export type PaletteTokensRef = ActorRefFrom<typeof paletteTokensMachine>;
