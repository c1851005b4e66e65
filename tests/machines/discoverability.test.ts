import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { User } from '../../contract/user.ts';
import { discoverabilityMachine } from '../../src/machines/profile/discoverabilityMachine.ts';
import { asChild, failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';
import { vera } from '../support/people.ts';

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(discoverabilityMachine.provide({ actions: { report: () => {}, reportOutdated: () => {} } }), {
    input: {},
    events: [
      { type: 'discoverability.chosen', wanted: true },
      { type: 'discoverability.chosen', wanted: false },
    ],
    answers: {
      setDiscoverability: { done: [vera.user], error: [new CallError(failure('NETWORK'))] },
    },
    distinguish: ({ context }) => [context.wanted, context.failure?.code],
  });
});

function start() {
  const saving = manualCall<User, { readonly wanted: boolean }>();
  const clock = new SimulatedClock();
  const logic = discoverabilityMachine.provide({ actors: { setDiscoverability: saving.logic } });
  const { child, told } = asChild(logic, undefined, clock);
  child.send({ type: 'discoverability.chosen', wanted: true });
  return { saving, clock, child, told };
}

test.each([
  ['no answer', 'NETWORK', null, true],
  ['the page of a proxy', 'GENERAL', null, true],
  ['an internal error', 'INTERNAL', 'r-1', true],
  ['a refusal', 'RATE_LIMITED', 'r-1', false],
] as const)(
  'after %s (%s) the person is read again where the setting may be saved',
  async (_, code, requestId, isRead) => {
    const { saving, child, told } = start();
    saving.last().fail(code, { requestId });
    await settled();
    expect(child.getSnapshot().context.failure?.code).toBe(code);
    expect(told).toEqual(isRead ? [{ type: 'person.outdated' }] : []);
  },
);

test('the person is read again when the answer is later than anybody waits', () => {
  const { clock, told } = start();
  clock.increment(14_999);
  expect(told).toEqual([]);
  clock.increment(1);
  expect(told).toEqual([{ type: 'person.outdated' }]);
});
