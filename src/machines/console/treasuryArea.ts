/** The balances on the chain at a block and who owns them; read-only. */
import { type ActorRefFrom, sendTo, setup } from 'xstate';
import type { TreasuryStatement } from '../../../contract/treasury.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { AreaInput, CheckDue } from './consoleAreas.ts';

export const treasuryFigures = createResourceMachine<TreasuryStatement>('figures');

/** The figures are those of a block, so a check reads them again only when they are old. */
export const treasuryArea = setup({
  types: {
    context: {} as AreaInput,
    events: {} as { readonly type: 'refresh.requested' } | CheckDue,
    input: {} as AreaInput,
    children: {} as { figures: 'figures' },
  },
  actors: { figures: treasuryFigures },
  actions: {
    refresh: sendTo('figures', { type: 'refresh.requested' }),
    show: sendTo('figures', { type: 'screen.shown' }),
  },
}).createMachine({
  id: 'treasury',
  context: ({ input }) => input,
  invoke: { id: 'figures', src: 'figures', input: ({ context }) => ({ now: context.now }) },
  initial: 'reading',
  states: {
    reading: { on: { 'refresh.requested': { actions: 'refresh' }, 'check.due': { actions: 'show' } } },
  },
});

export type TreasuryAreaRef = ActorRefFrom<typeof treasuryArea>;
