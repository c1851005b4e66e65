import type { AnyActorRef } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import {
  askConfirmationMachine,
  askResetMachine,
  newPasswordMachine,
} from '../../../src/machines/auth/accountEmailForms.ts';
import { accountEmailsMachine } from '../../../src/machines/auth/accountEmailsMachine.ts';
import { AccountEmailsPanel } from '../../../src/screens/signInMethods/AccountEmailsPanel.tsx';
import { failure } from '../../support/actors.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const email = 'vera@example.com';
const token = 'k3Vd0yQmZ5uHq8Jr2Lw7Nx4Tb9Pc6Sf1Ga0Ee5Ii8Oo';
const reset = { from: 'reset', token } as const;
const confirmation = { from: 'confirmation', token } as const;
const cut = { from: 'reset', token: 'cut' } as const;
const isIn = (state: string) => (actor: AnyActorRef) => actor.getSnapshot().matches(state);
const isExpired = (actor: AnyActorRef) => actor.getSnapshot().context.failure?.code === 'LINK_EXPIRED';
const typed = formSteps({
  at: 'askReset',
  fields: [['email', /^Email/, email]],
  submit: /^Send email/,
});

export const map = screenMap({
  machine: accountEmailsMachine,
  covers: [askResetMachine, askConfirmationMachine, newPasswordMachine],
  input: (now) => ({ now, callback: null }),
  screen: (actor) => <AccountEmailsPanel actor={actor} />,
  isShown: (actor) => actor.getSnapshot().hasTag('instead'),
  person: [
    ...typed,
    ...typed.map((step) => ({ ...step, at: 'askConfirmation' })),
    ...formSteps({
      at: 'newPassword',
      fields: [
        ['password', /^New password/, 'Correct7horse'],
        ['password_confirmation', /^(?:Confirm|Repeat)/, 'Correct7horse'],
      ],
      submit: /^Set password/,
    }),
    {
      events: [{ type: 'accountEmails.left' }],
      by: press(/^(?:Back to login|Log in)$/),
      offered: (actor) => actor.getSnapshot().hasTag('instead'),
    },
    { events: [{ type: 'reset.wanted', email }], by: press('Send again'), offered: isIn('resetSent') },
    {
      events: [{ type: 'reset.wanted', email: '' }],
      by: press('Send again'),
      offered: (actor) => isIn('settingPassword')(actor) || isIn('unusable')(actor),
    },
    {
      events: [{ type: 'confirmation.wanted', email }],
      by: press('Send again'),
      offered: isIn('confirmationSent'),
    },
    {
      events: [{ type: 'confirmation.wanted', email: '' }],
      by: press('Send again'),
      offered: isExpired,
    },
    {
      events: [{ type: 'confirmation.retried' }],
      by: press('Try again'),
      offered: (actor) => !isExpired(actor),
    },
  ],
  outside: [
    { event: { type: 'reset.wanted', email: 'vera@' }, isNavigation: true },
    { event: { type: 'confirmation.wanted', email: 'vera@' }, isNavigation: true },
  ],
  answers: {
    'askReset.submit': formAnswers(email),
    'askConfirmation.submit': formAnswers(email),
    'newPassword.submit': formAnswers(true),
    confirmEmail: {
      done: [undefined],
      error: [new CallError(failure('NETWORK')), new CallError(failure('LINK_EXPIRED'))],
    },
  },
  distinguish: (actor) => [actor.getSnapshot().context.callback?.from, actor.getSnapshot().context.email],
  views: ['Show password'],
  unreached: { ...plainForm('askReset'), ...plainForm('askConfirmation'), ...plainForm('newPassword') },
  scenes: [
    {
      input: (now) => ({ now, callback: cut }),
      outside: [],
      until: (actor) => isIn('askingReset')(actor),
    },
    {
      input: (now) => ({ now, callback: reset }),
      outside: [],
      until: (actor) => isIn('askingReset')(actor),
    },
    {
      input: (now) => ({ now, callback: confirmation }),
      outside: [
        {
          event: { type: 'emailLink.opened', callback: confirmation },
          isNavigation: true,
        },
      ],
      until: (actor) => isIn('askingConfirmation')(actor),
    },
  ],
});
