import { emailMachine } from '../../../src/machines/profile/emailMachine.ts';
import { passwordMachine } from '../../../src/machines/profile/passwordMachine.ts';
import EmailDialog from '../../../src/screens/profile/EmailDialog.tsx';
import PasswordDialog from '../../../src/screens/profile/PasswordDialog.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const current = 'Correct7horse';
// The cross is its parent's, which ends these machines.
const views = ['Show password', 'Cancel'];

export const email = screenMap({
  machine: emailMachine,
  input: (now) => ({ now }),
  screen: (actor) => <EmailDialog email={actor} hasEmail hasPassword factor="none" onClose={() => {}} />,
  person: formSteps({
    fields: [
      ['email', /^New email/, 'vera@example.org'],
      ['password', /^Current password/, current],
    ],
    submit: 'Change email',
  }),
  answers: { submit: formAnswers({ email: 'vera@example.org', pending_email: null }) },
  views,
  unreached: plainForm('email'),
});

export const password = screenMap({
  machine: passwordMachine,
  input: (now) => ({ now }),
  screen: (actor) => <PasswordDialog password={actor} hasPassword factor="none" onClose={() => {}} />,
  person: formSteps({
    fields: [
      ['current_password', /^Current password/, current],
      ['password', /^New password/, 'Better8horse'],
      ['password_confirmation', /^(?:Confirm|Repeat)/, 'Better8horse'],
    ],
    submit: 'Save password',
  }),
  answers: { submit: formAnswers(undefined) },
  views,
  unreached: plainForm('password'),
});
