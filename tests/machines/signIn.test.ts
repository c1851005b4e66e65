import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Credentials, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import { signInMachine } from '../../src/machines/auth/signInMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const exploration: Exploration<typeof signInMachine> = {
  input: { now: () => 0 },
  events: [
    { type: 'field.changed', name: 'email', value: 'anna@example.com' },
    { type: 'field.changed', name: 'email', value: '' },
    { type: 'field.changed', name: 'password', value: 'Correct7horse' },
    { type: 'form.submitted' },
    { type: 'submit.cancelled' },
  ],
  answers: {
    submit: {
      done: [vera],
      error: [
        new CallError(failure('INVALID_CREDENTIALS')),
        new CallError(failure('NETWORK')),
        new CallError(failure('VALIDATION_FAILED', { fields: { email: 'format' } })),
        new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
        new TypeError('a bug in a service'),
      ],
    },
  },
  distinguish: ({ context }) => [
    context.values,
    context.errors,
    context.failure?.code,
    Math.min(context.submits, 1),
  ],
};

function start() {
  const clock = new SimulatedClock();
  const submit = manualCall<Session, { readonly values: Credentials }>();
  const actor = createActor(signInMachine.provide({ actors: { submit: submit.logic } }), {
    clock,
    input: { now: () => clock.now() },
  }).start();
  const fill = () => {
    actor.send({ type: 'field.changed', name: 'email', value: ' Anna@Example.com ' });
    actor.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  };
  return { actor, clock, submit, fill, now: () => actor.getSnapshot() };
}

describe('paths', () => {
  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(signInMachine, exploration);
  });

  test('whatever happens', () => {
    const paths = explore(signInMachine, exploration);
    expect(paths.length).toBeGreaterThan(20);
    for (const { snapshot, events } of paths) {
      const { context } = snapshot;
      const path = events.join(' → ');
      if (snapshot.hasTag('busy')) {
        expect([context.errors, context.failure], path).toEqual([{}, null]);
        expect(snapshot.can({ type: 'form.submitted' }), path).toBe(false);
      }
      if (snapshot.hasTag('throttled')) expect(snapshot.can({ type: 'form.submitted' }), path).toBe(false);
      if (snapshot.status === 'done') {
        expect([context.values.password, snapshot.output], path).toEqual(['', vera]);
      }
      expect(snapshot.status, path).not.toBe('error');
    }
  });
});

test('nothing is complained about before the first submit, then every change is checked', () => {
  const { actor, submit, now } = start();
  actor.send({ type: 'field.changed', name: 'email', value: 'anna' });
  expect(now().context.errors).toEqual({});

  actor.send({ type: 'form.submitted' });
  expect(now().value).toEqual({ editing: 'correcting' });
  expect(now().context).toMatchObject({
    errors: { email: 'too_short', password: 'required' },
    submits: 1,
  });

  actor.send({ type: 'field.changed', name: 'email', value: 'anna@' });
  expect(now().context.errors).toEqual({ email: 'format', password: 'required' });
  actor.send({ type: 'field.changed', name: 'email', value: 'anna@example.com' });
  expect(now().context.errors).toEqual({ password: 'required' });
  expect(submit.calls).toEqual([]);
});

test('what is sent is what the contract made of what was typed, and the answer is the output', async () => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'field.changed', name: 'remember', value: true });
  actor.send({ type: 'form.submitted' });
  expect(submit.last().input).toEqual({
    values: { email: 'anna@example.com', password: 'Correct7horse', remember: true },
  });
  submit.last().answer(vera);
  await settled();
  expect(now().output).toEqual(vera);
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('Correct7horse');
});

test('a second submit sends nothing', () => {
  const { actor, submit, fill } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  actor.send({ type: 'form.submitted' });
  actor.send({ type: 'form.submitted' });
  expect(submit.calls).toHaveLength(1);
});

test('what is typed while it is being sent is kept, and is not what was sent', async () => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  actor.send({ type: 'field.changed', name: 'password', value: 'Correct8horse' });
  submit.last().fail('INVALID_CREDENTIALS');
  await settled();
  expect(submit.last().input.values.password).toBe('Correct7horse');
  expect(now().context.values.password).toBe('Correct8horse');
});

test('a dead line keeps everything that was typed and lets it be sent again', async () => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  submit.last().fail('NETWORK');
  await settled();
  expect(now().value).toEqual({ editing: 'correcting' });
  expect(now().context).toMatchObject({
    values: { email: ' Anna@Example.com ', password: 'Correct7horse' },
    failure: { code: 'NETWORK' },
  });
  actor.send({ type: 'form.submitted' });
  expect(now().context.failure).toBeNull();
  expect(submit.calls).toHaveLength(2);
});

test('an error that no service should throw reads as GENERAL', async () => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  submit.last().fail('GENERAL');
  await settled();
  expect(now().context.failure?.code).toBe('GENERAL');
});

test('a submit that never ends is called slow after ten seconds and can be cancelled; its late answer is dropped', async () => {
  const { actor, clock, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  clock.increment(9_999);
  expect(now().hasTag('slow')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('slow')).toBe(true);

  actor.send({ type: 'submit.cancelled' });
  expect(now().value).toEqual({ editing: 'filling' });
  submit.last().answer(vera);
  await settled();
  expect(now().value).toEqual({ editing: 'filling' });
  expect(now().output).toBeUndefined();
});

describe('throttled', () => {
  async function throttle(retryAfter: number | null) {
    const started = start();
    started.fill();
    started.actor.send({ type: 'form.submitted' });
    started.submit.last().fail('RATE_LIMITED', { retryAfter });
    await settled();
    return started;
  }

  test('counts the seconds down and allows the next submit when they are over, not a tick earlier', async () => {
    const { actor, clock, submit, now } = await throttle(2);
    expect(now().hasTag('throttled')).toBe(true);
    expect(now().context).toMatchObject({ secondsLeft: 2, failure: { code: 'RATE_LIMITED' } });
    clock.increment(999);
    expect(now().context.secondsLeft).toBe(2);
    clock.increment(1);
    expect(now().context.secondsLeft).toBe(1);
    clock.increment(999);
    actor.send({ type: 'form.submitted' });
    expect(submit.calls).toHaveLength(1);
    clock.increment(1);
    expect(now().value).toEqual({ editing: 'filling' });
    expect(now().context.failure).toBeNull();
    actor.send({ type: 'form.submitted' });
    expect(submit.calls).toHaveLength(2);
  });

  test('typing goes on meanwhile', async () => {
    const { actor, now } = await throttle(60);
    actor.send({ type: 'field.changed', name: 'password', value: 'Correct8horse' });
    expect(now().context.values.password).toBe('Correct8horse');
    expect(now().hasTag('throttled')).toBe(true);
  });

  test('an answer without Retry-After means half a minute', async () => {
    const { now } = await throttle(null);
    expect(now().context.secondsLeft).toBe(30);
  });
});
