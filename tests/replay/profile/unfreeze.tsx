import type { User } from '../../../contract/user.ts';
import { unfreezeForm, unfreezeMachine } from '../../../src/machines/profile/unfreezeMachine.ts';
import UnfreezeScreen from '../../../src/screens/profile/UnfreezeScreen.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';
import { detailsOf, frozenBySelf } from '../../support/unfreezing.ts';

const proven = frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' });
const active: User = { ...frozenBySelf(), status: 'active', freeze: null };
const bySupport: User = {
  ...frozenBySelf(),
  freeze: { reason: 'legal', note: null, since: '2026-11-20T09:00:00.000Z' },
};
const details = {
  done: [frozenBySelf(), proven, active, bySupport].map(detailsOf),
  error: [new Error('no line')],
};

export const map = screenMap({
  machine: unfreezeMachine,
  covers: [unfreezeForm],
  input: (now) => ({ now }),
  screen: (actor) => <UnfreezeScreen actor={actor} />,
  person: [
    { events: [{ type: 'refresh.requested' }], by: press(/^(?:Refresh|Check|Try again|Update)/) },
    ...formSteps({
      at: 'unfreezeForm',
      fields: [['password', /^Current password/, 'Correct7horse']],
      submit: 'Confirm it’s me',
    }),
  ],
  answers: { readDetails: details, 'unfreezeForm.submit': formAnswers(proven, active) },
  views: ['Show password'],
  unreached: plainForm('unfreezeForm'),
});
