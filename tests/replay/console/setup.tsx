import { CallError } from '../../../contract/failure.ts';
import {
  setupAppForm,
  setupPasskeyForm,
  setupPasswordForm,
} from '../../../src/machines/console/setupForms.ts';
import { setupMachine } from '../../../src/machines/console/setupMachine.ts';
import { OperatorSetup } from '../../../src/screens/console/OperatorSetup.tsx';
import { failure } from '../../support/actors.ts';
import { anna, appSecret, invitation } from '../../support/operatorLogins.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const preferences = preferencesActor();
const over = new CallError(failure('LINK_EXPIRED', { fields: { setup_code: 'expired' } }));

export const map = screenMap({
  machine: setupMachine.provide({ actions: { finish: () => {} } }),
  covers: [setupPasswordForm, setupAppForm, setupPasskeyForm],
  input: (now) => ({ now }),
  isWhole: true,
  screen: (actor) => <OperatorSetup setup={actor} preferences={preferences} />,
  person: [
    { events: [{ type: 'retry.requested' }], by: press('Try again') },
    {
      events: [{ type: 'factor.chosen', factor: 'passkey' }],
      by: press('Use a passkey'),
      offered: (setup) => !setup.getSnapshot().children.app?.getSnapshot().hasTag('busy'),
    },
    {
      events: [{ type: 'factor.chosen', factor: 'app' }],
      by: press('Use authenticator app'),
      offered: (setup) => !setup.getSnapshot().children.passkey?.getSnapshot().hasTag('busy'),
    },
    ...formSteps({
      at: 'password',
      fields: [['password', /^New password/, 'Correct7horses']],
      submit: 'Continue',
    }),
    ...formSteps({ at: 'app', fields: [['otp', /^6-digit code/, '123456']], submit: 'Finish' }),
    ...formSteps({
      at: 'passkey',
      fields: [['name', /^Passkey name|^Name/, 'Laptop']],
      submit: 'Create passkey',
    }),
  ],
  answers: {
    readInvitation: { done: [invitation], error: [over, new CallError(failure('NETWORK'))] },
    'password.submit': formAnswers(appSecret),
    'app.submit': formAnswers(anna),
    'passkey.submit': formAnswers(anna),
  },
  views: [/^(?:English|Русский|System|Light|Dark)/, 'Show password', /^Copy/],
  unreached: { ...plainForm('setupPassword'), ...plainForm('setupApp'), ...plainForm('setupPasskey') },
});
