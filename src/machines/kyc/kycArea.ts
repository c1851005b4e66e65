/** The verification of a person's identity. */
import { forwardTo, sendParent, sendTo, setup } from 'xstate';
import type { AreaEvent, AreaInput, AreaReport, KycStatusChanged, ProfileChanged } from '../core/area.ts';
import { withEvent } from '../core/withEvent.ts';
import { kycMachine } from './kycMachine.ts';

export const kycArea = setup({
  types: {
    context: {} as { readonly input: AreaInput },
    events: {} as AreaEvent | AreaReport,
    input: {} as AreaInput,
    children: {} as { kyc: 'kyc' },
  },
  actors: { kyc: kycMachine },
  actions: {
    tellKyc: sendTo('kyc', { type: 'screen.shown' }),
    refreshKyc: sendTo('kyc', { type: 'refresh.requested' }),
    tellNotification: sendTo('kyc', { type: 'notification.heard' }),
    report: sendParent((_, report: ProfileChanged | KycStatusChanged) => report),
  },
}).createMachine({
  id: 'kycArea',
  context: ({ input }) => ({ input }),
  invoke: { id: 'kyc', src: 'kyc', input: ({ context }) => context.input },
  on: {
    'screen.shown': { actions: 'tellKyc' },
    'screen.left': { actions: forwardTo('kyc') },
    'notification.arrived': { actions: 'tellNotification' },
    'data.outdated': { actions: 'refreshKyc' },
    'profile.changed': { actions: withEvent('report') },
    'kycStatus.changed': { actions: withEvent('report') },
  },
});
