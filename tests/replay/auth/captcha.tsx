import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { captchaMachine } from '../../../src/machines/auth/captchaMachine.ts';
import { CaptchaStatus } from '../../../src/screens/registration/CaptchaStatus.tsx';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: captchaMachine.provide({ actions: { solveAgain: () => {} } }),
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Create an account</PageTitle>
      <CaptchaStatus actor={actor} />
    </>
  ),
  person: [{ events: [{ type: 'captcha.retried' }], by: press('Check again') }],
  answers: {
    watchCaptcha: {
      says: [
        { type: 'captcha.begun' },
        { type: 'captcha.progressed', done: 0.5 },
        { type: 'captcha.solved' },
        { type: 'captcha.absent' },
        { type: 'captcha.failed' },
      ],
    },
  },
});
