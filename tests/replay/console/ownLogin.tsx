import { loginChangeForm, newAppForm } from '../../../src/machines/console/loginChangeForm.ts';
import { ownLoginArea, ownLoginFactors } from '../../../src/machines/console/ownLoginArea.ts';
import OwnLoginScreen from '../../../src/screens/console/OwnLoginScreen.tsx';
import { anna, appSecret, ownLogin } from '../../support/operatorLogins.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, press } from '../../support/replay/gestures.ts';
import { outsideResource, readings, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { atOnce } from '../../support/replay/reviewMap.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const [laptop] = ownLogin.passkeys;
const rename = `Rename passkey: ${laptop?.name}`;
const about = { passkey: '', name: '', hasPasskey: true };
const others = ['Change password', 'Remove', 'Remove passkey: Laptop', 'Add a passkey'];

export const map = screenMap({
  machine: ownLoginArea,
  covers: [ownLoginFactors, loginChangeForm, newAppForm],
  input: (now) => ({ now, operator: anna }),
  screen: (area) => <OwnLoginScreen area={area} />,
  person: [
    {
      at: 'factors',
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (factors) => whenOldOrMissing(factors.getSnapshot()),
    },
  ],
  outside: outsideResource('factors'),
  answers: { 'factors.load': readings(ownLogin) },
  views: ['Replace', rename, ...others],
  scenes: [
    {
      machine: ownLoginArea.provide({
        actors: { factors: ownLoginFactors.provide({ actors: { load: atOnce(ownLogin) as never } }) },
      }),
      person: [
        ...(
          [
            ['Replace', { ...about, change: 'setUpApp' }],
            [rename, { ...about, change: 'renamePasskey', passkey: laptop?.id, name: laptop?.name }],
          ] as const
        ).map(
          ([name, request]): PersonStep => ({
            events: [{ type: 'change.requested', ...request }],
            by: press(name),
          }),
        ),
        { events: [{ type: 'change.closed' }], by: closeDialog('Cancel') },
        ...formSteps({
          at: 'loginChange',
          fields: [['name', /^Passkey name/, '']],
          submit: 'Confirm',
        }).map(
          (step): PersonStep =>
            step.events[0]?.type === 'field.changed'
              ? {
                  ...step,
                  offered: (_, root) => root.getSnapshot().context.request.change === 'renamePasskey',
                }
              : step,
        ),
        ...formSteps({ at: 'newApp', fields: [['otp', /^6-digit code/, '123456']], submit: 'Confirm' }),
      ],
      outside: [],
      answers: {
        'loginChange.submit': formAnswers({ kind: 'done' }, { kind: 'secret', ...appSecret }),
        'newApp.submit': formAnswers(undefined),
      },
      views: [...others, /^Current password/, /^6-digit code/, 'Show password', 'Copy key'],
      distinguish: (area) => {
        const { request, changed } = area.getSnapshot().context;
        return [request.change, changed];
      },
    },
  ],
  unreached: {
    ...plainForm('loginChange'),
    ...plainForm('newApp'),
    'factors.choosing: always [1]': 'nothing leads here without a key',
    'factors: screen.shown': 'there is one of it, by no key',
    'factors.ready.stale: screen.shown [0]': 'there is one of it, by no key',
    'factors.failed: screen.shown [0]': 'there is one of it, by no key',
  },
});
