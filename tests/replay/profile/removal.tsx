import { removalMachine } from '../../../src/machines/profile/removalMachine.ts';
import RemovalDialog from '../../../src/screens/profile/RemovalDialog.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: removalMachine,
  input: (now) => ({ now, initial: { method: 'openid', hasPassword: true } }),
  screen: (actor) => <RemovalDialog removal={actor} factor="none" onClose={() => {}} />,
  person: formSteps({
    fields: [['password', /^Current password/, 'Correct7horse']],
    submit: /^(?:Remove|Unlink|Disconnect)/,
  }),
  answers: { submit: formAnswers(undefined) },
  // The cross is its parent's, which ends this machine.
  views: ['Show password', 'Cancel'],
  unreached: plainForm('removal'),
});
