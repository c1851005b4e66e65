import { describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import type { Credentials, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import {
  type FirstStep,
  type SecondStep,
  secondFactorForm,
} from '../../src/machines/auth/secondFactorForm.ts';
import { secondFactorMachine } from '../../src/machines/auth/secondFactorMachine.ts';
import { signInMachine } from '../../src/machines/auth/signInMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const first: FirstStep = {
  method: 'password',
  email: 'vera@example.com',
  password: 'Correct7horse',
  remember: true,
};
const pending = { first, methods: ['totp', 'recovery_code'] };

describe('paths', () => {
  test('every state of the step is reached and can be left', () => {
    expectSound(secondFactorMachine, {
      input: { now: () => 0, pending: null },
      events: [{ type: 'secondFactor.required', ...pending }, { type: 'secondFactor.left' }],
      answers: { secondFactorForm: { done: [vera] } },
      distinguish: ({ context }) => context.pending !== null,
    });
  });

  const form: Exploration<typeof secondFactorForm> = {
    input: { now: () => 0, draft: { ...first } },
    events: [
      { type: 'field.changed', name: 'otp', value: '123 456' },
      { type: 'field.changed', name: 'otp', value: '12345' },
      { type: 'field.changed', name: 'otp', value: '' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: [vera],
        error: [
          ...(['mismatch', 'used', 'clock_skew'] as const).map(
            (rule) => new CallError(failure('VALIDATION_FAILED', { fields: { otp: rule } })),
          ),
          new CallError(failure('CAPTCHA_FAILED')),
          new CallError(failure('INVALID_CREDENTIALS')),
          new CallError(failure('NETWORK')),
          new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
        ],
      },
    },
    distinguish: ({ context }) => [context.values.otp, context.errors, context.failure?.code],
  };

  test('every state of its form is reached and can be left, and nothing stays of it in the end', () => {
    expectSound(secondFactorForm, form);
    const done = explore(secondFactorForm, form).filter(({ snapshot }) => snapshot.status === 'done');
    expect(done.length).toBeGreaterThan(0);
    for (const { snapshot } of done)
      expect(JSON.stringify(snapshot.context.values)).not.toMatch(/Correct7horse|123/);
  });
});

function start(of: FirstStep) {
  const clock = new SimulatedClock();
  const submit = manualCall<Session, { readonly values: SecondStep }>();
  const actor = createActor(
    secondFactorMachine.provide({
      actors: { secondFactorForm: secondFactorForm.provide({ actors: { submit: submit.logic } }) },
    }),
    { clock, input: { now: () => clock.now(), pending: { first: of, methods: [] } } },
  ).start();
  const form = () => {
    const child = actor.getSnapshot().children.secondFactorForm;
    if (!child) throw new Error('nothing is asked');
    return child;
  };
  const type = (otp: string) => form().send({ type: 'field.changed', name: 'otp', value: otp });
  return { actor, clock, submit, form, type };
}

const token = { credential: 'a.b.c', nonce: 'nonce of this tab' };
test.each<FirstStep>([
  first,
  { method: 'wallet', address: '0x1', message: 'sign me', signature: '0x2' },
  { method: 'google', ...token },
  { method: 'googleLink', ...token, password: 'Correct7horse' },
])('the first step is sent once more as it was, with the code: $method', async (of) => {
  const { actor, submit, form, type } = start(of);
  type(' 123 456 ');
  form().send({ type: 'form.submitted' });
  expect(submit.last().input.values).toEqual({ first: of, otp: '123456' });
  submit.last().answer(vera);
  await settled();
  expect(actor.getSnapshot().output).toEqual(vera);
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toMatch(/Correct7horse|a\.b\.c|0x2/);
});

test('a recovery code goes by the same field, however it is typed', () => {
  const { submit, form, type } = start(first);
  type('ABCD-efgh 2345-mnop-qrst UVWX');
  form().send({ type: 'form.submitted' });
  expect(submit.last().input.values.otp).toBe('abcdefgh2345mnopqrstuvwx');
});

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['12345', 'format'],
  ['abcd-efgh', 'format'],
  ['9'.repeat(50), 'too_long'],
])('what can be no code is not sent: %j', (typed, rule) => {
  const { submit, form, type } = start(first);
  type(typed);
  form().send({ type: 'form.submitted' });
  expect(submit.calls).toHaveLength(0);
  expect(form().getSnapshot().context.errors.otp).toBe(rule);
});

test('whoever goes back is asked for a first step anew, and an answer that is late opens nothing', async () => {
  const { actor, submit, form, type } = start(first);
  type('123456');
  form().send({ type: 'form.submitted' });
  actor.send({ type: 'secondFactor.left' });
  submit.last().answer(vera);
  await settled();
  const { value, context, status } = actor.getSnapshot();
  expect([value, context.pending, context.session, status]).toEqual(['resting', null, null, 'active']);
});

test('the login form tells its parent what was sent, and keeps all that was typed', async () => {
  const submit = manualCall<Session, { readonly values: Credentials }>();
  const told: unknown[] = [];
  const signIn = signInMachine.provide({ actors: { submit: submit.logic } });
  const parent = createActor(
    createMachine({
      invoke: { id: 'signIn', src: signIn, input: { now: () => 0 } },
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const form = parent.getSnapshot().children.signIn;
  form?.send({ type: 'field.changed', name: 'email', value: 'vera@example.com' });
  form?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  for (const code of ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'] as const) {
    form?.send({ type: 'form.submitted' });
    submit.last().fail(code, { methods: ['passkey', 'recovery_code'] });
    await settled();
  }
  expect(told).toEqual([
    {
      type: 'secondFactor.required',
      first: { ...first, remember: false },
      methods: ['passkey', 'recovery_code'],
    },
  ]);
  expect(form?.getSnapshot().context.values).toEqual({
    email: 'vera@example.com',
    password: 'Correct7horse',
    remember: false,
  });
});
