import { CallError } from '../../../contract/failure.ts';
import { agreementMachine } from '../../../src/machines/auth/agreementMachine.ts';
import { Agreement } from '../../../src/screens/legal/Agreement.tsx';
import { failure } from '../../support/actors.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: agreementMachine,
  input: () => undefined,
  screen: (actor) => <Agreement actor={actor} isChange onLogOut={() => {}} />,
  isShown: (actor) => !actor.getSnapshot().matches('agreed'),
  person: [{ events: [{ type: 'agreement.given' }], by: press(/agree/i) }],
  answers: { sendAgreement: { done: [undefined], error: [new CallError(failure('INTERNAL'))] } },
  views: ['Log out'],
});
