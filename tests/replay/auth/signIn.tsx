import { captchaMachine } from '../../../src/machines/auth/captchaMachine.ts';
import { signInMachine } from '../../../src/machines/auth/signInMachine.ts';
import LoginScreen from '../../../src/screens/login/LoginScreen.tsx';
import { actorAt } from '../../support/paths.ts';
import { vera } from '../../support/people.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { tick } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const unasked = captchaMachine.resolveState({ value: 'expected', context: { done: 0 } });

export const map = screenMap({
  machine: signInMachine,
  input: (now) => ({ now }),
  screen: (actor) => <LoginScreen actor={actor} captcha={actorAt(captchaMachine, unasked)} reason={null} />,
  person: [
    ...formSteps({
      fields: [
        ['email', /^Email/, 'anna@example.com'],
        ['password', /^Password/, 'Correct7horse'],
      ],
      submit: 'Log in',
    }),
    {
      events: [{ type: 'field.changed', name: 'remember', value: true }],
      by: tick(/^Remember me|^Stay/),
    },
  ],
  answers: { submit: formAnswers(vera) },
  views: ['Show password'],
  unreached: plainForm('signIn'),
});
