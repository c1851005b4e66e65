import { fromTransition } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { operatorLoginForm } from '../../../src/machines/console/operatorLoginForm.ts';
import { operatorPasskeyMachine } from '../../../src/machines/console/operatorPasskeyMachine.ts';
import { ConsoleScreen } from '../../../src/screens/console/ConsoleScreen.tsx';
import { failure } from '../../support/actors.ts';
import { quietConsole } from '../../support/console.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const preferences = preferencesActor();
const offline = new CallError(failure('NETWORK'));
const anna = { name: 'anna', role: 'treasury' };
const carl = { name: 'carl', role: 'support' };
/** Stands for the machine of an area. */
const area = fromTransition(() => undefined, undefined);
const asked = (name: string) => ({
  event: { type: 'location.changed', asked: name },
  isNavigation: true as const,
});
const locked = (isLocked: boolean) => ({ event: { type: 'area.locked', area: 'withdrawals', isLocked } });
const frame: PersonStep[] = [
  { events: [{ type: 'retry.requested' }], by: press('Try again') },
  { events: [{ type: 'logout.requested' }], by: press('Log out') },
  { events: [{ type: 'work.discarded' }], by: press('Start over') },
  { at: 'passkey', events: [{ type: 'passkey.wanted' }], by: press('Use a passkey') },
  { at: 'passkey', events: [{ type: 'passkey.left' }], by: press('Cancel') },
];
const fields = [
  ['name', /^Name/, 'anna'],
  ['password', /^Password/, 'Correct7horse'],
  ['otp', /^6-digit code/, '123456'],
] as const;
const silent = {
  verifySession: {},
  watchSession: {},
  loadArea: {},
  endSession: {},
  'login.submit': {},
  'passkey.logIn': {},
};
const look = [/^(?:English|Русский|System|Light|Dark)/, 'Show password'];
const form = [/^Name/, /^Password/, /^6-digit code/, 'Log in'];

export const map = screenMap({
  machine: quietConsole,
  covers: [operatorLoginForm, operatorPasskeyMachine],
  input: (now) => ({ now }),
  isWhole: true,
  screen: (actor) => (
    <ConsoleScreen console={actor} preferences={preferences}>
      {(name) => <PageTitle>{name}</PageTitle>}
    </ConsoleScreen>
  ),
  person: frame,
  outside: [
    asked('log'),
    asked('withdrawals'),
    asked('nowhere'),
    locked(true),
    locked(false),
    { event: { type: 'session.ended' } },
  ],
  answers: {
    ...silent,
    verifySession: { done: [anna, null], error: [offline] },
    loadArea: { done: [area], error: [offline] },
    endSession: { done: [undefined], error: [offline] },
  },
  distinguish: (actor) => {
    const { operator, asked: name, areas, locked: busy } = actor.getSnapshot().context;
    return [operator?.name, name, Object.keys(areas), busy];
  },
  until: (actor) => actor.getSnapshot().hasTag('loggingIn'),
  views: [...look, ...form],
  unreached: plainForm('operatorLoginForm'),
  scenes: [
    {
      person: [...frame, ...formSteps({ fields, at: 'login', submit: 'Log in' })],
      outside: [],
      answers: {
        ...silent,
        verifySession: { done: [null] },
        'login.submit': formAnswers(anna),
        'passkey.logIn': { done: [anna], error: [offline] },
      },
      until: (actor) => {
        const { passkey, login } = actor.getSnapshot().children;
        // The form and the passkey are explored one after the other.
        const hasBegun = login !== undefined && login.getSnapshot().context.values.name !== '';
        return (
          actor.getSnapshot().hasTag('signedIn') || (hasBegun && passkey?.getSnapshot().value === 'asking')
        );
      },
      views: look,
    },
    {
      // The session has ended, and the same operator comes back, or another one.
      person: [...frame, ...formSteps({ fields: fields.slice(1), at: 'login', submit: 'Log in' })],
      outside: [{ event: { type: 'session.ended' } }],
      answers: {
        ...silent,
        verifySession: { done: [anna] },
        loadArea: { done: [area] },
        'login.submit': { done: [anna, carl] },
        'passkey.logIn': { done: [anna, carl] },
      },
      until: (actor) =>
        actor.getSnapshot().matches('signedOut') || actor.getSnapshot().context.operator?.name === 'carl',
      views: [...look, /^Name/],
    },
  ],
});
