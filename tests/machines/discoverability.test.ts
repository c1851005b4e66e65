import { test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import { discoverabilityMachine } from '../../src/machines/profile/discoverabilityMachine.ts';
import { failure } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';
import { vera } from '../support/people.ts';

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(discoverabilityMachine.provide({ actions: { report: () => {} } }), {
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
