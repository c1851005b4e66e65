import { CallError } from '../../../contract/failure.ts';
import {
  setupAppForm,
  setupPasskeyForm,
  setupPasswordForm,
} from '../../../src/machines/console/setupForms.ts';
import { OperatorSetup } from '../../../src/screens/console/OperatorSetup.tsx';
import { failure } from '../../support/actors.ts';
import { anna, appSecret, quietSetup, setupPaths } from '../../support/operatorLogins.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const preferences = preferencesActor();

export const map = screenMap({
  machine: quietSetup,
  covers: [setupPasswordForm, setupAppForm, setupPasskeyForm],
  isWhole: true,
  input: (now) => ({ now }),
  screen: (setup) => <OperatorSetup setup={setup} preferences={preferences} />,
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
      fields: [['password', /^New password/, 'Lighthouse-2026-keeper']],
      submit: 'Continue',
    }),
    ...formSteps({ at: 'app', fields: [['otp', /^6-digit code/, '123456']], submit: 'Finish' }),
    ...formSteps({ at: 'passkey', fields: [['name', /^Passkey name/, 'Laptop']], submit: 'Create passkey' }),
  ],
  answers: {
    readInvitation: {
      done: setupPaths.answers.readInvitation?.done ?? [],
      error: [
        new CallError(failure('LINK_EXPIRED', { fields: { setup_code: 'used' } })),
        new CallError(failure('NETWORK')),
      ],
    },
    'password.submit': formAnswers(appSecret),
    'app.submit': formAnswers(anna),
    'passkey.submit': formAnswers(anna),
  },
  views: ['English', 'Русский', 'System', 'Light', 'Dark', 'Show password', 'Copy key'],
  unreached: { ...plainForm('setupPassword'), ...plainForm('setupApp'), ...plainForm('setupPasskey') },
});
