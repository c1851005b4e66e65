import { CallError } from '../../../contract/failure.ts';
import { IdleDialog } from '../../../src/app/layouts/IdleDialog.tsx';
import { lifetimeMachine } from '../../../src/machines/shell/lifetimeMachine.ts';
import { failure } from '../../support/actors.ts';
import { closeDialog, press } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const minute = 60_000;
const later = (ms: number) => (now: number) => ({
  type: 'session.extended',
  token: 'token',
  until: now + ms,
});
const stay: Pick<PersonStep, 'events'> = { events: [{ type: 'stay.requested' }] };
const dismiss: Pick<PersonStep, 'events'> = { events: [{ type: 'warning.dismissed' }] };
const isLasting: PersonStep['offered'] = (actor) => actor.getSnapshot().hasTag('lasting');

export const map = screenMap({
  machine: lifetimeMachine.provide({ actions: { endSession: () => {} } }),
  input: (now) => ({ now }),
  screen: (actor) => <IdleDialog actor={actor} />,
  isShown: (actor) => actor.getSnapshot().hasTag('asking'),
  person: [
    { ...stay, by: press('Stay logged in') },
    { ...stay, by: closeDialog('Close'), offered: (actor) => !isLasting(actor, actor) },
    { ...dismiss, by: press('Close') },
  ],
  answers: {
    watchLifetime: {
      says: [later(3 * minute), later(minute), later(-minute), { type: 'session.replaced' }] as never,
    },
    extendSession: { done: [undefined], error: [new CallError(failure('NETWORK'))] },
  },
  unreached: {
    'lifetime.staying: xstate.done.actor.extendSession [1]':
      'a longer session is told before the call is done',
  },
  distinguish: (actor) => {
    const { until, now } = actor.getSnapshot().context;
    return until === null ? null : Math.sign(until - 2 * minute - now());
  },
});
