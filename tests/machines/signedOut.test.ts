import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Credentials, Session } from '../../contract/auth.ts';
import { captchaMachine } from '../../src/machines/auth/captchaMachine.ts';
import { signedOutMachine, signInMethodsLoader } from '../../src/machines/auth/signedOutMachine.ts';
import { signInMachine } from '../../src/machines/auth/signInMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const first = {
  method: 'password',
  email: 'vera@example.com',
  password: 'Correct7horse',
  remember: false,
} as const;
const pending = { first, methods: ['totp'] };

test('every state is reached and can be left', () => {
  expectSound(signedOutMachine, {
    input: { now: () => 0 },
    events: [
      { type: 'screen.shown', name: 'login' },
      { type: 'screen.shown', name: 'registration' },
      { type: 'screen.shown', name: 'notFound' },
      { type: 'session.obtained', session: vera },
      { type: 'secondFactor.required', ...pending },
    ],
    answers: {
      signIn: { done: [vera] },
      registration: { done: [vera] },
      captcha: {},
      signInCaptcha: {},
      signInMethodsLoader: {},
    },
  });
});

function start() {
  const submit = manualCall<Session, { readonly values: Credentials }>();
  const signIn = signInMachine.provide({ actors: { submit: submit.logic } });
  const captcha = captchaMachine.provide({ actors: { watchCaptcha: fromCallback(() => {}) } });
  const actor = createActor(
    signedOutMachine.provide({ actors: { signIn, signInCaptcha: captcha, captcha } }),
    {
      input: { now: () => 0 },
    },
  ).start();
  return { actor, submit, flows: () => actor.getSnapshot().children };
}

test('a flow starts at the first visit of its screen', () => {
  const { actor, flows } = start();
  expect([flows().signIn, flows().registration]).toEqual([undefined, undefined]);
  actor.send({ type: 'screen.shown', name: 'registration' });
  expect(flows().signIn).toBeUndefined();
  expect(flows().registration).toBeDefined();
});

test('a look at the sign-in loses nothing that was typed into the registration', () => {
  const { actor, flows } = start();
  actor.send({ type: 'screen.shown', name: 'registration' });
  flows().registration?.send({ type: 'field.changed', name: 'first_name', value: 'Vera' });
  actor.send({ type: 'screen.shown', name: 'login' });
  actor.send({ type: 'screen.shown', name: 'registration' });
  expect(flows().registration?.getSnapshot().context.values.first_name).toBe('Vera');
});

test('the session that a flow opens ends the visit', async () => {
  const { actor, submit, flows } = start();
  actor.send({ type: 'screen.shown', name: 'login' });
  flows().signIn?.send({ type: 'field.changed', name: 'email', value: 'vera@example.com' });
  flows().signIn?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  flows().signIn?.send({ type: 'form.submitted' });
  submit.last().answer(vera);
  await settled();
  expect(actor.getSnapshot().output).toEqual(vera);
  expect(flows().signIn).toBeUndefined();
});

test('the other sign-in methods are loaded from the start, asked for again until they are there, and may open a session', async () => {
  const clock = new SimulatedClock();
  const load = manualCall<AnyActorLogic, { readonly name: 'signInMethods' }>();
  const submit = manualCall<Session, { readonly values: Credentials }>();
  const given: unknown[] = [];
  const actor = createActor(
    signedOutMachine.provide({
      actors: {
        signInMethodsLoader: signInMethodsLoader.provide({ actors: { loadCode: load.logic } }),
        signIn: signInMachine.provide({ actors: { submit: submit.logic } }),
        signInCaptcha: captchaMachine.provide({ actors: { watchCaptcha: fromCallback(() => {}) } }),
      },
    }),
    {
      clock,
      input: { now: () => 0, takeCallback: () => ({ from: 'reset', token: 'of the letter' }) },
    },
  ).start();
  expect(load.calls).toHaveLength(1);
  load.last().fail('NETWORK');
  await settled();
  clock.increment(999);
  expect(load.calls).toHaveLength(1);
  clock.increment(1);
  expect(load.calls).toHaveLength(2);

  load.last().answer(
    fromCallback(({ input, sendBack, receive }) => {
      given.push(input);
      receive(() => sendBack({ type: 'session.obtained', session: vera }));
    }),
  );
  await settled();
  expect(given).toMatchObject([{ callback: { from: 'reset', token: 'of the letter' } }]);
  actor.getSnapshot().context.signInMethods?.send({ type: 'anything' });
  expect(actor.getSnapshot().output).toEqual(vera);
});

test('an answer that wants a second factor waits for the code that asks for it, and is kept no longer', async () => {
  const load = manualCall<AnyActorLogic, { readonly name: 'signInMethods' }>();
  const heard: unknown[] = [];
  const actor = createActor(
    signedOutMachine.provide({
      actors: { signInMethodsLoader: signInMethodsLoader.provide({ actors: { loadCode: load.logic } }) },
    }),
    { input: { now: () => 0 } },
  ).start();
  actor.send({ type: 'secondFactor.required', ...pending });
  load.last().answer(
    fromCallback(({ input, receive }) => {
      heard.push(input.pending);
      receive((event) => heard.push(event.type));
    }),
  );
  await settled();
  actor.send({ type: 'secondFactor.required', ...pending });
  expect(heard).toEqual([pending, 'secondFactor.required']);
  expect(actor.getSnapshot().context.pending).toBeNull();
});
