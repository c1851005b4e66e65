import { newPasswordMachine } from '../../../src/machines/auth/accountEmailForms.ts';
import { recoveryMachine } from '../../../src/machines/auth/recoveryMachine.ts';
import RecoverScreen from '../../../src/screens/notMe/RecoverScreen.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: recoveryMachine,
  covers: [newPasswordMachine],
  input: (now) => ({ now, token: 'k3Vd0yQmZ5uHq8Jr2Lw7Nx4Tb9Pc6Sf1Ga0Ee5Ii8Oo' }),
  screen: (actor) => <RecoverScreen actor={actor} />,
  person: formSteps({
    at: 'newPassword',
    fields: [
      ['password', /^New password/, 'Correct7horse'],
      ['password_confirmation', /^(?:Confirm|Repeat)/, 'Correct7horse'],
    ],
    submit: /^Set|^Save/,
  }),
  answers: { 'newPassword.submit': formAnswers(true) },
  views: ['Show password'],
  unreached: plainForm('newPassword'),
});
