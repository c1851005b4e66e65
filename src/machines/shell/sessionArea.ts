/** Runs on every page: the session's lifetime, its device key, and newer versions of the app. */
import { sendTo, setup } from 'xstate';
import type { AreaEvent, AreaInput } from '../core/area.ts';
import { placeholderCallback } from '../core/placeholders.ts';
import { lifetimeMachine } from './lifetimeMachine.ts';
import { updateMachine } from './updateMachine.ts';

/** An area without a screen; its code loads once the first page is shown. */
export const sessionArea = setup({
  types: {
    context: {} as Pick<AreaInput, 'now'>,
    events: {} as AreaEvent,
    input: {} as Pick<AreaInput, 'now'>,
    children: {} as { lifetime: 'lifetime'; update: 'update' },
  },
  actors: {
    lifetime: lifetimeMachine,
    /** Binds the session to a key of this device, which is deleted with the session. */
    bindDevice: placeholderCallback('bindDevice'),
    update: updateMachine,
  },
  actions: { tellUpdate: sendTo('update', { type: 'update.accepted' }) },
}).createMachine({
  id: 'sessionArea',
  context: ({ input }) => ({ now: input.now }),
  invoke: [
    { id: 'lifetime', src: 'lifetime', input: ({ context }) => ({ now: context.now }) },
    { id: 'bindDevice', src: 'bindDevice' },
    { id: 'update', src: 'update' },
  ],
  on: { 'update.accepted': { actions: 'tellUpdate' } },
});
