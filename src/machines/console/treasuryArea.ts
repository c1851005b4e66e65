/** The balances on the chain at a block and who owns them; read-only. */
import { type ActorRefFrom, sendTo, setup } from 'xstate';
import type { TreasuryStatement } from '../../../contract/treasury.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { AreaInput } from './consoleAreas.ts';

export const treasuryFigures = createResourceMachine<TreasuryStatement>('figures');

/** `figures.load` reads the figures, only on request like all lists of the console. */
export const treasuryArea = setup({
  types: {
    context: {} as AreaInput,
    events: {} as { readonly type: 'refresh.requested' },
    input: {} as AreaInput,
    children: {} as { figures: 'figures' },
  },
  actors: { figures: treasuryFigures },
  actions: { refresh: sendTo('figures', { type: 'refresh.requested' }) },
}).createMachine({
  id: 'treasury',
  context: ({ input }) => input,
  invoke: { id: 'figures', src: 'figures', input: ({ context }) => ({ now: context.now }) },
  initial: 'reading',
  states: { reading: { on: { 'refresh.requested': { actions: 'refresh' } } } },
});

export type TreasuryAreaRef = ActorRefFrom<typeof treasuryArea>;
