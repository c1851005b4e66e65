import type { AnyActorRef } from 'xstate';
import { loginChangeForm, newAppForm } from '../../../src/machines/console/loginChangeForm.ts';
import { ownLoginArea, ownLoginFactors } from '../../../src/machines/console/ownLoginArea.ts';
import OwnLoginScreen from '../../../src/screens/console/OwnLoginScreen.tsx';
import { appSecret, ownLogin } from '../../support/operatorLogins.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, type Gesture, press } from '../../support/replay/gestures.ts';
import {
  alwaysRead,
  oneAlone,
  outsideResource,
  readings,
  whenOldOrMissing,
} from '../../support/replay/resourceMap.ts';
import { operator } from '../../support/replay/reviewMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const laptop = { passkey: ownLogin.passkeys[0]?.id ?? '', name: 'Laptop' };
const asks = (change: string, by: Gesture, about = { passkey: '', name: '' }) => ({
  events: [{ type: 'change.requested', change, ...about, hasPasskey: true }],
  by,
});
const renewApp = asks('setUpApp', press('Replace'));
const others = [
  asks('password', press('Change password')),
  asks('removeApp', press('Remove')),
  asks('addPasskey', press('Add a passkey')),
  asks('renamePasskey', press('Rename passkey: Laptop'), laptop),
  asks('removePasskey', press('Remove passkey: Laptop'), laptop),
];
const code = ['otp', /^6-digit code/, '123456'] as const;

export const map = screenMap({
  machine: ownLoginArea,
  covers: [ownLoginFactors, loginChangeForm, newAppForm],
  input: (now) => ({ now, operator }),
  screen: (area) => <OwnLoginScreen area={area} />,
  isShown: (area) => area.getSnapshot().matches('viewing'),
  person: [
    {
      at: 'factors',
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (factors) => whenOldOrMissing(factors.getSnapshot()),
    },
    ...[renewApp, ...others].map((step) => ({
      ...step,
      offered: (area: AnyActorRef) => area.getSnapshot().children.factors.getSnapshot().context.data !== null,
    })),
  ],
  outside: outsideResource('factors'),
  answers: {
    'factors.load': readings(ownLogin),
    'loginChange.submit': {},
    'newApp.submit': {},
  },
  distinguish: (area) => {
    const { request, changed } = area.getSnapshot().context;
    return [request.change, changed];
  },
  until: (area) => !area.getSnapshot().matches('viewing'),
  unreached: {
    ...oneAlone('factors'),
    ...alwaysRead('factors'),
    ...plainForm('loginChange'),
    ...plainForm('newApp'),
  },
  scenes: [
    {
      isShown: (area) => !area.getSnapshot().matches('viewing'),
      outside: [{ event: renewApp.events[0] as never }],
      person: [
        { events: [{ type: 'change.closed' }], by: closeDialog('Cancel') },
        ...formSteps({
          at: 'loginChange',
          fields: [['current', /^Current password/, 'Correct7horse'], code],
          submit: 'Confirm',
        }),
        ...formSteps({ at: 'newApp', fields: [code], submit: 'Confirm' }),
      ],
      answers: {
        'factors.load': {},
        'loginChange.submit': formAnswers({ kind: 'done' }, { kind: 'secret', ...appSecret }),
        'newApp.submit': formAnswers(undefined),
      },
      views: ['Show password', /^Copy/],
      until: (area) => area.getSnapshot().context.changed !== null,
    },
  ],
});
