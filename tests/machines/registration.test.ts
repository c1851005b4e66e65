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

function start(today = '2026-11-20T12:00:00Z') {
  const submit = manualCall<Session, { readonly values: Registration }>();
  const actor = createActor(registrationMachine.provide({ actors: { submit: submit.logic } }), {
    input: { now: () => Date.parse(today) },
  }).start();
  const fill = (names = Object.keys(typed) as (keyof typeof typed)[]) => {
    for (const name of names) actor.send({ type: 'field.changed', name, value: typed[name] });
  };
  return { actor, submit, fill, now: () => actor.getSnapshot() };
}

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(registrationMachine, {
    input: { now: () => Date.parse('2026-11-20T12:00:00Z') },
    events: [
      ...(Object.keys(typed) as (keyof typeof typed)[]).map(
        (name) => ({ type: 'field.changed', name, value: typed[name] }) as const,
      ),
      { type: 'form.submitted' },
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
    distinguish: ({ context }) => Object.values(context.values).filter(Boolean).length,
  });
});

test('an empty form names every field at once', () => {
  const { actor, now } = start();
  actor.send({ type: 'form.submitted' });
  expect(now().context.errors).toEqual({
    first_name: 'required',
    last_name: 'required',
    username: 'required',
    email: 'required',
    password: 'required',
    password_confirmation: 'required',
    phone: 'required',
    date_of_birth: 'required',
    country: 'required',
    terms: 'required',
  });
});

test('someone is of age on their eighteenth birthday and not the day before', () => {
  const before = start('2026-11-19T12:00:00Z');
  before.fill();
  before.actor.send({ type: 'form.submitted' });
  expect(before.now().context.errors).toEqual({ date_of_birth: 'underage' });

  const birthday = start('2026-11-20T12:00:00Z');
  birthday.fill();
  birthday.actor.send({ type: 'form.submitted' });
  expect(birthday.submit.last().input.values.phone).toBe('+46701234567');
});

test.each([
  ['told on the field', { fields: { email: 'taken' } as const }],
  ['told by the code alone', {}],
])('a taken email address stands at its field until that field changes: %s', async (_, more) => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  submit.last().fail('EMAIL_TAKEN', more);
  await settled();
  expect(now().context).toMatchObject({ errors: { email: 'taken' }, failure: null });

  actor.send({ type: 'field.changed', name: 'phone', value: '' });
  expect(now().context.errors).toEqual({ email: 'taken', phone: 'required' });
  actor.send({ type: 'field.changed', name: 'email', value: 'other@example.com' });
  expect(now().context.errors).toEqual({ phone: 'required' });
});

test('a refusal of something that the form does not have is told as a failure', async () => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
  submit.last().fail('VALIDATION_FAILED', { fields: { captcha: 'required', phone: 'format' } });
  await settled();
  expect(now().context).toMatchObject({
    errors: { phone: 'format' },
    failure: { code: 'VALIDATION_FAILED' },
  });
});

test('neither password outlives the registration', async () => {
  const { actor, submit, fill, now } = start();
  fill();
  actor.send({ type: 'form.submitted' });
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
