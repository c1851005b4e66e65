import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { stepUpForm } from '../../../src/machines/auth/stepUpForm.ts';
import { stepUpMachine } from '../../../src/machines/auth/stepUpMachine.ts';
import StepUpPanel from '../../../src/screens/money/StepUpPanel.tsx';
import { failure } from '../../support/actors.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const over = new CallError(failure('QUOTE_EXPIRED', { requestId: 'r' }));
const failed = [new CallError(failure('NETWORK')), over];

export const map = screenMap({
  machine: stepUpMachine,
  covers: [stepUpForm],
  input: (now) => ({ now, subject: 'quote:q-1' as const }),
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <StepUpPanel stepUp={actor} onBack={() => {}}>
        <p>10 USDT</p>
      </StepUpPanel>
    </>
  ),
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    { events: [{ type: 'options.requested' }], by: press('Try again') },
    { events: [{ type: 'method.chosen', kind: 'email' }], by: press('Use email code') },
    { events: [{ type: 'code.requested' }], by: press('Send new code') },
    ...formSteps({ at: 'stepUpForm', fields: [['code', /code/, '123456']], submit: 'Confirm' }),
  ],
  answers: {
    readOptions: {
      done: [
        { kinds: ['factor', 'email'], until: null },
        { kinds: [], until: null },
      ],
      error: failed,
    },
    sendCode: { done: [undefined], error: failed },
    'stepUpForm.submit': {
      done: ['a proof'],
      error: [...(formAnswers().error ?? []), over],
    },
  },
  // Back is the flow's, which ends this machine.
  views: ['Back to review', /^Use/],
  unreached: plainForm('stepUpForm'),
});
