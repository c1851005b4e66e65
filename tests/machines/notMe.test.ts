import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { NotMeReport } from '../../contract/notMe.ts';
import { type NotMeTarget, notMeMachine } from '../../src/machines/auth/notMeMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

const target: NotMeTarget = { token: 'k3Vd0yQmZ5uHq8Jr2Lw7Nx4Tb9Pc6Sf1Ga0Ee5Ii8Oo' };
const report: NotMeReport = {
  reported_at: '2026-11-20T09:00:00.000Z',
  ticket: 12,
  cancelled: 1,
  held: 0,
  lifted_at: null,
};

test('every state is reached, and a hanging call has a way out', () => {
  expectSound(
    notMeMachine,
    {
      input: { target },
      events: [{ type: 'report.pressed' }],
      answers: {
        report: {
          done: [report],
          error: (['LINK_EXPIRED', 'NOT_FOUND', 'NETWORK'] as const).map(
            (code) => new CallError(failure(code)),
          ),
        },
      },
    },
    ['notMe.reported', 'notMe.over', 'notMe.unknown'],
  );
});

function start(given: NotMeTarget | null = target) {
  const clock = new SimulatedClock();
  const call = manualCall<NotMeReport, { readonly target: NotMeTarget }>();
  const machine = notMeMachine.provide({ actors: { report: call.logic } });
  const actor = createActor(machine, { input: { target: given }, clock }).start();
  return { actor, call, clock };
}

test('nothing is reported before it is pressed, and one press reports once', async () => {
  const { actor, call } = start();
  expect(call.calls).toHaveLength(0);
  actor.send({ type: 'report.pressed' });
  actor.send({ type: 'report.pressed' });
  expect(call.calls.map(({ input }) => input)).toEqual([{ target }]);
  call.last().answer(report);
  await settled();
  actor.send({ type: 'report.pressed' });
  expect(call.calls).toHaveLength(1);
  expect(actor.getSnapshot()).toMatchObject({ value: 'reported', context: { report } });
});

test('an address that names nothing, and a link that is none, are told apart from one that is over', async () => {
  expect(start(null).actor.getSnapshot().value).toBe('unknown');
  for (const [code, value] of [
    ['LINK_EXPIRED', 'over'],
    ['NOT_FOUND', 'unknown'],
    ['VALIDATION_FAILED', 'unknown'],
  ] as const) {
    const { actor, call } = start();
    actor.send({ type: 'report.pressed' });
    call.last().fail(code);
    await settled();
    expect(actor.getSnapshot().value).toBe(value);
  }
});

test('what failed otherwise can be pressed again, and so can what has had no answer for 30 seconds', async () => {
  const { actor, call, clock } = start();
  actor.send({ type: 'report.pressed' });
  call.last().fail('NETWORK');
  await settled();
  expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: { code: 'NETWORK' } } });
  actor.send({ type: 'report.pressed' });
  expect(actor.getSnapshot().context.failure).toBe(null);
  clock.increment(29_999);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: { code: 'NETWORK' } } });
});
