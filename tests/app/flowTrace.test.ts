import { expect, test } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import type { Failure } from '../../contract/failure.ts';
import { createFlowTrace } from '../../src/app/wiring/flowTrace.ts';
import { failure } from '../support/actors.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

const machine = setup({
  types: {
    context: {} as { typed: string; failure: Failure | null },
    events: {} as { type: 'field.changed'; value: string } | { type: 'sent' } | { type: 'failed' },
  },
}).createMachine({
  id: 'payment',
  context: { typed: '', failure: null },
  initial: 'drafting',
  states: {
    drafting: {
      initial: 'filling',
      states: { filling: {} },
      on: {
        'field.changed': { actions: assign({ typed: ({ event }) => event.value }) },
        sent: 'sending',
      },
    },
    sending: {
      on: {
        failed: {
          target: 'drafting',
          actions: assign({ failure: failure('NETWORK', { requestId: 'r-1' }) }),
        },
      },
    },
  },
});

function start() {
  const steps = createFlowTrace({ now: () => noon });
  const actor = createActor(machine, { inspect: steps.inspect }).start();
  return { steps, actor };
}

const at = '2026-11-20T12:00:00.000Z';

test('each step is kept by its names, with the problem it ended in, and nothing that was typed', () => {
  const { steps, actor } = start();
  actor.send({ type: 'field.changed', value: '0xSECRET' });
  actor.send({ type: 'sent' });
  actor.send({ type: 'failed' });
  const nothing = { problem: null, request_id: null };
  expect(steps.read()).toEqual([
    { at, flow: 'payment', state: 'drafting.filling', event: null, ...nothing },
    { at, flow: 'payment', state: 'sending', event: 'sent', ...nothing },
    {
      at,
      flow: 'payment',
      state: 'drafting.filling',
      event: 'failed',
      problem: 'NETWORK',
      request_id: 'r-1',
    },
  ]);
  expect(JSON.stringify(steps.read())).not.toContain('SECRET');
});

test('only the last hundred are kept, and none after a sign-out', () => {
  const { steps, actor } = start();
  for (let times = 0; times < 80; times += 1) {
    actor.send({ type: 'sent' });
    actor.send({ type: 'failed' });
  }
  expect(steps.read()).toHaveLength(100);
  steps.forget();
  expect(steps.read()).toEqual([]);
});
