import { createActor } from 'xstate';
import { captchaMachine } from '../../../src/machines/auth/captchaMachine.ts';
import { registrationMachine } from '../../../src/machines/auth/registrationMachine.ts';
import RegistrationScreen from '../../../src/screens/registration/RegistrationScreen.tsx';
import { vera } from '../../support/people.ts';
import { formAnswers } from '../../support/replay/formMap.ts';
import { paste, press, pressIn, tick } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const draft = {
  ...{ first_name: '', last_name: 'Stone', username: 'vera', date_of_birth: '1990-05-17' },
  ...{ country: 'RU', phone: '+79161234567', email: 'vera@example.com' },
};
const captcha = createActor(captchaMachine);
const today = Date.UTC(2026, 10, 20);
const stepOf = (actor: Parameters<NonNullable<PersonStep['offered']>>[0]): number =>
  actor.getSnapshot().context.step;
const fill = (step: number, name: string, label: RegExp, value: string): PersonStep => ({
  events: [{ type: 'field.changed', name, value }],
  by: paste(label, value),
  offered: (actor) => stepOf(actor) === step,
});
const isBusy: PersonStep['offered'] = (actor) => actor.getSnapshot().hasTag('busy');
const fields = [/^Last name/, /^Username/, /^Phone/, /^Email/, /Country/, /^(?:month|day|year)/i];
const views = ['Show password', /^$/, ...fields, 'Show suggestions'];

export const map = screenMap({
  machine: registrationMachine,
  input: (now) => ({ now: () => today + now(), draft }),
  screen: (actor) => <RegistrationScreen actor={actor} captcha={captcha} termsUrl="/terms" />,
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    fill(0, 'first_name', /^First name/, 'Vera'),
    { events: [{ type: 'form.submitted' }], by: press('Continue'), offered: (actor) => stepOf(actor) < 2 },
    {
      events: [{ type: 'step.left' }],
      by: press('Back'),
      offered: (actor, root) => stepOf(actor) > 0 && !isBusy(actor, root),
    },
  ],
  answers: { submit: formAnswers(vera) },
  distinguish: stepOf,
  until: (actor) => stepOf(actor) === 2,
  views,
  unreached: {
    'registration.editing: form.submitted [0]': 'only a form that begins filled in has nothing to send',
  },
  scenes: [
    {
      input: (now) => ({ now: () => today + now(), draft: { ...draft, first_name: 'Vera' } }),
      person: [
        fill(2, 'password', /^Password/, 'Correct7horse'),
        fill(2, 'password_confirmation', /^Confirm/, 'Correct7horse'),
        {
          events: [{ type: 'field.changed', name: 'terms', value: true }],
          by: tick(/^I agree/),
          offered: (actor) => stepOf(actor) === 2 && !actor.getSnapshot().context.values.terms,
        },
        {
          events: [{ type: 'field.changed', name: 'terms', value: false }],
          by: tick(/^I agree/),
          offered: (actor) => actor.getSnapshot().hasTag('busy') && actor.getSnapshot().context.values.terms,
        },
        {
          events: [{ type: 'form.submitted' }],
          by: press('Create account'),
          offered: (actor) => stepOf(actor) === 2 && !actor.getSnapshot().hasTag('throttled'),
        },
        {
          events: [{ type: 'form.submitted' }],
          by: press('Continue'),
          offered: (actor) => stepOf(actor) < 2,
        },
        { events: [{ type: 'submit.cancelled' }], by: pressIn('form', 'Cancel') },
        {
          events: [{ type: 'step.left' }],
          by: press('Back'),
          offered: (actor, root) => stepOf(actor) > 1 && !isBusy(actor, root),
        },
      ],
      until: () => false,
      views: [...views, 'Back', /^First name/, /^I agree/],
    },
  ],
});
