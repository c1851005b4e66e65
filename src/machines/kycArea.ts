/** The verification of a person's identity. */
import { sendParent, sendTo, setup } from 'xstate';
import type { AreaInput, AreaReport, BalancesChanged, ProfileChanged } from './areaMachine.ts';
import { kycMachine } from './kycMachine.ts';
import type { ScreenShown } from './location.ts';

export const kycArea = setup({
  types: {
    context: {} as { readonly input: AreaInput },
    events: {} as ScreenShown | BalancesChanged | AreaReport,
    input: {} as AreaInput,
    children: {} as { kyc: 'kyc' },
  },
  actors: { kyc: kycMachine },
  actions: {
    tellKyc: sendTo('kyc', { type: 'shown' }),
    report: sendParent((_, report: ProfileChanged) => report),
  },
}).createMachine({
  id: 'kycArea',
  context: ({ input }) => ({ input }),
  invoke: { id: 'kyc', src: 'kyc', input: ({ context }) => context.input },
  on: {
    'screen.shown': { actions: 'tellKyc' },
    'profile.changed': { actions: { type: 'report', params: ({ event }) => event } },
  },
});
