import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Registration, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import { registrationMachine } from '../../src/machines/auth/registrationMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const typed = {
  first_name: 'Anna',
  last_name: 'Lindgren',
  username: 'anna',
  email: 'anna@example.com',
  password: 'Correct7horse',
  password_confirmation: 'Correct7horse',
  phone: '+46 70 123 45 67',
  date_of_birth: '2008-11-20',
  country: 'SE',
  terms: true,
} as const;

const steps = [
  ['first_name', 'last_name', 'username'],
  ['date_of_birth', 'country', 'phone'],
  ['email', 'password', 'password_confirmation', 'terms'],
] as const;

function start(today = '2026-11-20T12:00:00Z', draft: Record<string, string | boolean> | null = null) {
  const submit = manualCall<Session, { readonly values: Registration }>();
  const actor = createActor(registrationMachine.provide({ actors: { submit: submit.logic } }), {
    input: { now: () => Date.parse(today), draft },
  }).start();
  const fill = (names: readonly (keyof typeof typed)[]) => {
    for (const name of names) actor.send({ type: 'field.changed', name, value: typed[name] });
  };
  const press = () => actor.send({ type: 'form.submitted' });
  const goBack = () => actor.send({ type: 'step.left' });
  /** Fills in every step and sends the form from the last one. */
  const send = () => {
    for (const names of steps) {
      fill(names);
      press();
    }
  };
  return { actor, submit, fill, press, goBack, send, now: () => actor.getSnapshot() };
}

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(registrationMachine, {
    input: { now: () => Date.parse('2026-11-20T12:00:00Z') },
    events: [
      ...(Object.keys(typed) as (keyof typeof typed)[]).map(
        (name) => ({ type: 'field.changed', name, value: typed[name] }) as const,
      ),
      { type: 'form.submitted' },
      { type: 'step.left' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: [vera],
        error: [
          new CallError(failure('EMAIL_TAKEN')),
          new CallError(failure('NETWORK')),
          new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
        ],
      },
    },
    // Fields are independent, so it is enough to know how many are filled in.
    distinguish: ({ context }) => [context.step, Object.values(context.values).filter(Boolean).length],
  });
});

test('each step names its own empty fields at once, and none of those to come', () => {
  const { now, fill, press } = start();
  const broken = steps.map((names) => {
    press();
    const { errors } = now().context;
    fill(names);
    press();
    return errors;
  });
  expect(broken).toEqual([
    { first_name: 'required', last_name: 'required', username: 'required' },
    { date_of_birth: 'required', country: 'required', phone: 'required' },
    { email: 'required', password: 'required', password_confirmation: 'required', terms: 'required' },
  ]);
  expect(now().matches('submitting')).toBe(true);
});

test('a step that was gone on from is checked on every change, a new one is not', () => {
  const { actor, now, fill, press, goBack } = start();
  fill(steps[0]);
  press();
  actor.send({ type: 'field.changed', name: 'phone', value: '1' });
  expect(now().context).toMatchObject({ step: 1, errors: {}, submits: 0 });
  goBack();
  actor.send({ type: 'field.changed', name: 'username', value: 'a' });
  expect(now().context).toMatchObject({ step: 0, errors: { username: 'too_short' } });
  press();
  expect(now().context).toMatchObject({ step: 0, errors: { username: 'too_short' } });
});

test('going back keeps everything, and ends at the first step', () => {
  const { now, fill, press, goBack } = start();
  for (const names of steps.slice(0, 2)) {
    fill(names);
    press();
  }
  fill(steps[2]);
  goBack();
  goBack();
  expect(now().context).toMatchObject({ step: 0, values: typed });
  expect(now().can({ type: 'step.left' })).toBe(false);
  press();
  press();
  expect(now()).toMatchObject({ value: { editing: 'filling' }, context: { step: 2, values: typed } });
});

test('whatever fills in all of the form at once leaves every step as it is, and nothing is sent before the last', () => {
  const { submit, now, fill, press } = start();
  fill(steps.flat());
  press();
  press();
  expect(submit.calls).toHaveLength(0);
  expect(now().context.step).toBe(2);
  press();
  expect(submit.last().input.values.email).toBe('anna@example.com');
});

test.each([
  [{}, 0],
  [{ email: 'anna@example.com' }, 0],
  [{ first_name: 'Anna', last_name: 'Lindgren', username: 'a' }, 0],
  [{ first_name: 'Anna', last_name: 'Lindgren', username: 'anna' }, 1],
  [{ ...typed, password: undefined, password_confirmation: undefined }, 2],
])('a draft of %j is gone on with at step %i, and nothing of it is called wrong yet', (draft, step) => {
  const { now } = start(undefined, JSON.parse(JSON.stringify(draft)));
  expect(now().context).toMatchObject({ step, errors: {}, tried: 0 });
});

test('someone is of age on their eighteenth birthday and not the day before', () => {
  const before = start('2026-11-19T12:00:00Z');
  before.send();
  expect(before.now().context).toMatchObject({ step: 1, errors: { date_of_birth: 'underage' } });

  const birthday = start('2026-11-20T12:00:00Z');
  birthday.send();
  expect(birthday.submit.last().input.values.phone).toBe('+46701234567');
});

test.each([
  ['USERNAME_TAKEN', {}, 0, { username: 'taken' }],
  [
    'VALIDATION_FAILED',
    { fields: { phone: 'format', email: 'format' } },
    1,
    { phone: 'format', email: 'format' },
  ],
  ['EMAIL_TAKEN', {}, 2, { email: 'taken' }],
] as const)(
  '%s leads to the step of its field, with all of the rest kept',
  async (code, more, step, errors) => {
    const { submit, send, press, now } = start();
    send();
    submit.last().fail(code, more);
    await settled();
    expect(now().context).toMatchObject({ step, errors, values: typed, submits: 1 });
    for (let left = step; left <= 2; left++) press();
    expect(submit.calls).toHaveLength(2);
  },
);

test('a refusal of the whole form stays at its last step, and is gone with a look at another', async () => {
  const { submit, send, goBack, now } = start();
  send();
  submit.last().fail('NETWORK');
  await settled();
  expect(now().context).toMatchObject({ step: 2, failure: { code: 'NETWORK' } });
  goBack();
  expect(now().context).toMatchObject({ step: 1, failure: null });
});

test('who has to wait may look through the steps meanwhile, and sends nothing', async () => {
  const { submit, send, press, goBack, now } = start();
  send();
  submit.last().fail('RATE_LIMITED', { retryAfter: 60 });
  await settled();
  goBack();
  goBack();
  press();
  press();
  press();
  expect(now()).toMatchObject({ value: 'throttled', context: { step: 2, secondsLeft: 60 } });
  expect(submit.calls).toHaveLength(1);
});

test.each([
  ['told on the field', { fields: { email: 'taken' } as const }],
  ['told by the code alone', {}],
])('a taken email address stands at its field until that field changes: %s', async (_, more) => {
  const { actor, submit, send, now } = start();
  send();
  submit.last().fail('EMAIL_TAKEN', more);
  await settled();
  expect(now().context).toMatchObject({ errors: { email: 'taken' }, failure: null });

  actor.send({ type: 'field.changed', name: 'phone', value: '' });
  expect(now().context.errors).toEqual({ email: 'taken', phone: 'required' });
  actor.send({ type: 'field.changed', name: 'email', value: 'other@example.com' });
  expect(now().context.errors).toEqual({ phone: 'required' });
});

test('a refusal of something that the form does not have is told as a failure', async () => {
  const { submit, send, now } = start();
  send();
  submit.last().fail('VALIDATION_FAILED', { fields: { captcha: 'required', phone: 'format' } });
  await settled();
  expect(now().context).toMatchObject({
    errors: { phone: 'format' },
    failure: { code: 'VALIDATION_FAILED' },
  });
});

test('neither password outlives the registration', async () => {
  const { actor, submit, send, now } = start();
  send();
  submit.last().answer(vera);
  await settled();
  expect(now().output).toEqual(vera);
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('Correct7horse');
});

test('what is typed is told to be kept without the passwords, and to be forgotten once it is accepted', async () => {
  const kept: unknown[] = [];
  const submit = manualCall<Session, { readonly values: Registration }>();
  const actor = createActor(
    registrationMachine.provide({
      actors: { submit: submit.logic },
      actions: { keepDraft: (_, { draft }) => void kept.push(draft) },
    }),
    { input: { now: () => Date.parse('2026-11-20T12:00:00Z') } },
  ).start();
  for (const [name, value] of Object.entries(typed)) {
    actor.send({ type: 'field.changed', name: name as keyof typeof typed, value });
  }
  actor.send({ type: 'form.submitted' });
  actor.send({ type: 'form.submitted' });
  const { password, password_confirmation, ...rest } = typed;
  expect(kept.at(-1)).toEqual(rest);
  expect(JSON.stringify(kept)).not.toContain(password);
  actor.send({ type: 'form.submitted' });
  submit.last().answer(vera);
  await settled();
  expect(kept.at(-1)).toBe(null);
});

test('a draft fills the form, and what does not belong to it is left out', () => {
  const draft = { first_name: 'Anna', terms: 'yes', role: 'admin', country: true };
  const actor = createActor(registrationMachine, { input: { now: () => 0, draft } }).start();
  expect(actor.getSnapshot().context.values).toMatchObject({ first_name: 'Anna', terms: false, country: '' });
  expect(actor.getSnapshot().context.values).not.toHaveProperty('role');
});
