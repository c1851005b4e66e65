import { passkeySignInMachine } from '../../../src/machines/auth/passkeySignInMachine.ts';
import { secondFactorForm } from '../../../src/machines/auth/secondFactorForm.ts';
import { secondFactorMachine } from '../../../src/machines/auth/secondFactorMachine.ts';
import { SecondFactorPanel } from '../../../src/screens/signInMethods/SecondFactorPanel.tsx';
import { actorAt } from '../../support/paths.ts';
import { vera } from '../../support/people.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const untouched = passkeySignInMachine.resolveState({
  value: 'resting',
  context: { assertion: null, failure: null, session: null },
});
const first = {
  method: 'password',
  email: 'vera@example.com',
  password: 'Correct7horse',
  remember: false,
} as const;

export const map = screenMap({
  machine: secondFactorMachine,
  covers: [secondFactorForm],
  input: (now) => ({ now, pending: null }),
  screen: (actor) => (
    <SecondFactorPanel
      actor={actor}
      passkey={actorAt(passkeySignInMachine, untouched)}
      support="help@example.com"
    />
  ),
  isShown: (actor) => actor.getSnapshot().hasTag('instead'),
  person: [
    ...formSteps({
      at: 'secondFactorForm',
      fields: [['otp', /^6-digit code/, '123456']],
      submit: 'Log in',
    }),
    { events: [{ type: 'secondFactor.left' }], by: press(/^Back/) },
  ],
  outside: [{ event: { type: 'secondFactor.required', first, methods: ['totp'] } }],
  answers: { 'secondFactorForm.submit': formAnswers(vera) },
  unreached: plainForm('secondFactorForm'),
});
