import { type FactorChange, factorChangeForm, totpForm } from '../../../src/machines/profile/factorForms.ts';
import { factorsMachine } from '../../../src/machines/profile/factorsMachine.ts';
import FactorsDialog from '../../../src/screens/profile/FactorsDialog.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, press, tick } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const secret = { kind: 'secret', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Zesto:vera' };
const codes = ['abcde-fghij', 'klmno-pqrst'];
const asked = { type: 'factor.requested', passkey: '', name: '', hasPassword: true };

/** A step in the dialog of one change. */
const during =
  (change: FactorChange) =>
  (step: PersonStep): PersonStep => ({
    ...step,
    offered: (_, root) => root.getSnapshot().context.request.change === change,
  });

export const map = screenMap({
  machine: factorsMachine.provide({ actions: { saveFile: () => {} } }),
  covers: [factorChangeForm, totpForm],
  input: (now) => ({ now }),
  screen: (actor) => <FactorsDialog dialog={actor} factor="none" />,
  isShown: (actor) => !actor.getSnapshot().matches('closed'),
  person: [
    {
      events: [{ type: 'factor.closed' }],
      by: closeDialog('Cancel'),
      offered: (actor) => !actor.getSnapshot().matches('showing'),
    },
    {
      events: [{ type: 'factor.closed' }],
      by: closeDialog(/^(?:Close|Done)$/),
      offered: (actor) => actor.getSnapshot().matches('showing'),
    },
    { events: [{ type: 'file.requested' }], by: press('Download as text') },
    ...[true, false].map((isSaved) => ({
      events: [{ type: 'codes.saved', isSaved }],
      by: tick(/saved these codes/),
      offered: (actor: { getSnapshot: () => { context: { isSaved: boolean } } }) =>
        actor.getSnapshot().context.isSaved !== isSaved,
    })),
    ...formSteps({
      at: 'factorChange',
      fields: [['password', /^Current password/, 'Correct7horse']],
      submit: 'Continue',
    }).map(during('add')),
    ...formSteps({ at: 'factorChange', fields: [], submit: 'Create new codes' }).map(during('renew')),
    ...formSteps({ at: 'totp', fields: [['otp', /^6-digit code/, '123456']], submit: 'Turn on' }),
  ],
  outside: [{ event: { ...asked, change: 'add' } }],
  answers: {
    'factorChange.submit': formAnswers(secret, { kind: 'codes', codes }, { kind: 'done' }),
    'totp.submit': formAnswers(codes, []),
  },
  views: ['Show password', /^Copy/],
  unreached: { ...plainForm('factorChange'), ...plainForm('totp') },
});
