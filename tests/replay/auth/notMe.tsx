import { CallError } from '../../../contract/failure.ts';
import { notMeMachine } from '../../../src/machines/auth/notMeMachine.ts';
import NotMeScreen from '../../../src/screens/notMe/NotMeScreen.tsx';
import { failure } from '../../support/actors.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const report = {
  reported_at: '2026-11-20T09:00:00.000Z',
  ticket: 12,
  cancelled: 1,
  held: 2,
  lifted_at: null,
};

export const map = screenMap({
  machine: notMeMachine,
  input: () => ({ target: { notification: 'n-1' } }),
  screen: (actor) => <NotMeScreen actor={actor} />,
  person: [{ events: [{ type: 'report.pressed' }], by: press(/^This wasn’t me|^Freeze/) }],
  answers: {
    report: {
      done: [report, { ...report, lifted_at: '2026-11-21T09:00:00.000Z' }],
      error: [
        new CallError(failure('NETWORK')),
        new CallError(failure('LINK_EXPIRED')),
        new CallError(failure('NOT_FOUND')),
      ],
    },
  },
  unreached: { 'notMe.opening: always [1]': 'an address that names nothing has no other map' },
});
