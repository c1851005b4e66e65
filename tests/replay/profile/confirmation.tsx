import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { confirmationMachine } from '../../../src/machines/profile/confirmationMachine.ts';
import { SendAgain } from '../../../src/screens/profile/UnverifiedEmail.tsx';
import { failure } from '../../support/actors.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const sentAt = (now: number) => ({
  sent_at: new Date(now).toISOString(),
  again_at: new Date(now + 60_000).toISOString(),
});

export const map = screenMap({
  machine: confirmationMachine,
  input: (now) => ({ now }),
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <SendAgain actor={actor} />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [{ events: [{ type: 'email.wanted' }], by: press(/^Send/) }],
  answers: {
    sendConfirmation: {
      done: [sentAt, null],
      error: [new CallError(failure('NETWORK')), new CallError(failure('RATE_LIMITED', { retryAfter: 60 }))],
    },
  },
});
