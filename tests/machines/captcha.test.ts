import { test } from 'vitest';
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
