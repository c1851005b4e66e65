import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { captchaMachine } from '../../src/machines/auth/captchaMachine.ts';
import { expectSound } from '../support/paths.ts';

test('every state is reached and can be left', () => {
  expectSound(captchaMachine, {
    input: undefined,
    events: [
      { type: 'captcha.begun' },
      { type: 'captcha.progressed', done: 0.5 },
      { type: 'captcha.solved' },
      { type: 'captcha.absent' },
      { type: 'captcha.failed' },
      { type: 'captcha.retried' },
    ],
    answers: { watchCaptcha: {} },
  });
});

test.each([
  [[], true],
  [['captcha.begun'], true],
  [['captcha.begun', 'captcha.solved'], false],
  [['captcha.begun', 'captcha.failed'], false],
] as const)('after %j, that there is no captcha is taken: %j', (types, isTaken) => {
  const actor = createActor(
    captchaMachine.provide({ actors: { watchCaptcha: fromCallback(() => {}) } }),
  ).start();
  for (const type of types) actor.send({ type });
  expect(actor.getSnapshot().can({ type: 'captcha.absent' })).toBe(isTaken);
});
