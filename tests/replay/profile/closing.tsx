import { lazy, Suspense } from 'react';
import type { Closing } from '../../../contract/accountData.ts';
import { CallError } from '../../../contract/failure.ts';
import { closingForm, closingMachine } from '../../../src/machines/profile/closingMachine.ts';
import { failure } from '../../support/actors.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const ClosingDialog = lazy(() => import('../../../src/screens/profile/ClosingDialog.tsx'));

const free: Closing = { obstacles: [], kept_until: '2031-11-20T09:00:00.000Z' };
const hindered: Closing = {
  ...free,
  obstacles: [{ reason: 'balance', token: 'USDT', amount: '12.5', until: null }],
};

export const map = screenMap({
  machine: closingMachine,
  covers: [closingForm],
  input: (now) => ({ now }),
  screen: (actor) => (
    <Suspense>
      <ClosingDialog dialog={actor} factor="none" onExport={() => {}} />
    </Suspense>
  ),
  isShown: (actor) => !actor.getSnapshot().matches('closed'),
  person: [
    ...formSteps({
      at: 'closingForm',
      fields: [['password', /^Current password/, 'Correct7horse']],
      submit: 'Close account',
    }),
    { events: [{ type: 'closing.dismissed' }], by: closeDialog('Cancel') },
    { events: [{ type: 'retry.requested' }], by: press(/^(?:Try again|Check again)/) },
  ],
  outside: [{ event: { type: 'closing.opened', hasPassword: true } }],
  answers: {
    readClosing: { done: [free, hindered], error: [new CallError(failure('NETWORK'))] },
    'closingForm.submit': formAnswers({ hindered: null }, { hindered }, { hindered: free }),
  },
  views: ['Show password', /^Download/],
  unreached: plainForm('closingForm'),
});
