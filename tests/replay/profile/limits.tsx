import { CallError } from '../../../contract/failure.ts';
import type { ToldSecuritySettings } from '../../../contract/securitySettings.ts';
import { isUnchanged, limitsForm } from '../../../src/machines/profile/limitsForm.ts';
import { limitsMachine } from '../../../src/machines/profile/limitsMachine.ts';
import LimitsDialog from '../../../src/screens/profile/LimitsDialog.tsx';
import { failure } from '../../support/actors.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, paste, press } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const settings: ToldSecuritySettings = {
  ...{ daily_limit: '500', payment_limit: null, proof_above: null, lock_days: 0 },
  ...{ allow_list_only: false, address_wait_hours: null, phrase: null },
  pending: [{ member: 'daily_limit', value: '1000.5', from: '2026-11-21T11:00:00.000Z' }],
};
const answers = { done: [settings], error: [new CallError(failure('NETWORK'))] };
const isWorthSending: PersonStep['offered'] = (actor) => !isUnchanged(actor.getSnapshot());

export const map = screenMap({
  machine: limitsMachine,
  covers: [limitsForm],
  input: (now) => ({ now }),
  screen: (actor) => <LimitsDialog dialog={actor} factor="none" />,
  isShown: (actor) => !actor.getSnapshot().matches('closed'),
  person: [
    { events: [{ type: 'limits.closed' }], by: closeDialog('Close') },
    { events: [{ type: 'retry.requested' }], by: press('Try again') },
    {
      events: [{ type: 'pending.cancelled', member: 'daily_limit' }],
      by: press(/^Cancel change/),
      offered: (actor) => actor.getSnapshot().context.settings?.pending.length > 0,
    },
    {
      at: 'limitsForm',
      events: [{ type: 'field.changed', name: 'daily_limit', value: '1e400' }],
      by: paste(/^Limit for 24/, '1e400'),
    },
    ...formSteps({
      at: 'limitsForm',
      fields: [['daily_limit', /^Limit for 24/, '75']],
      submit: 'Save limits',
    }).map((step) =>
      step.events[0]?.type === 'form.submitted' ? { ...step, offered: isWorthSending } : step,
    ),
  ],
  outside: [{ event: { type: 'limits.opened', topic: 'limits', hasPassword: true } }],
  answers: {
    readSettings: answers,
    takeBack: { ...answers, done: [{ ...settings, pending: [] }] },
    'limitsForm.submit': formAnswers(settings),
  },
  views: [/^Limit per/, /^Confirm each/],
  unreached: {
    ...plainForm('limitsForm'),
    'limitsForm.editing: form.submitted [0]': 'its button is greyed out while nothing is changed',
  },
});
