import type { AnyActorLogic } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { operatorLoginForm } from '../../../src/machines/console/operatorLoginForm.ts';
import { operatorPasskeyMachine } from '../../../src/machines/console/operatorPasskeyMachine.ts';
import { treasuryArea, treasuryFigures } from '../../../src/machines/console/treasuryArea.ts';
import { ConsoleScreen } from '../../../src/screens/console/ConsoleScreen.tsx';
import TreasuryScreen from '../../../src/screens/console/TreasuryScreen.tsx';
import { failure } from '../../support/actors.ts';
import { quietConsole } from '../../support/console.ts';
import { treasury } from '../../support/consoleAreas.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, press } from '../../support/replay/gestures.ts';
import { atOnce } from '../../support/replay/reviewMap.ts';
import { type OutsideStep, screenMap } from '../../support/replay/screenMap.ts';

const boris = { name: 'boris', role: 'treasury' };
const carl = { name: 'carl', role: 'support' };
const lost = new CallError(failure('NETWORK'));
const preferences = preferencesActor();
const area: AnyActorLogic = treasuryArea.provide({
  actors: { figures: treasuryFigures.provide({ actors: { load: atOnce(treasury) as never } }) },
});
const went = (asked: string): OutsideStep => ({
  event: { type: 'location.changed', asked },
  isNavigation: true,
});
const switches = ['English', 'Русский', 'System', 'Light', 'Dark', 'Refresh', 'Open navigation'];
const fields = [/^Name/, /^Password/, /^6-digit code/, 'Show password'];

export const map = screenMap({
  machine: quietConsole,
  covers: [operatorLoginForm, operatorPasskeyMachine],
  isWhole: true,
  input: (now) => ({ now }),
  screen: (console) => (
    <ConsoleScreen console={console} preferences={preferences}>
      {(_, open) => <TreasuryScreen area={open as never} />}
    </ConsoleScreen>
  ),
  person: [
    { events: [{ type: 'retry.requested' }], by: press('Try again') },
    { events: [{ type: 'logout.requested' }], by: press('Log out') },
    { events: [{ type: 'work.discarded' }], by: press('Start over') },
    { at: 'passkey', events: [{ type: 'passkey.wanted' }], by: press('Use a passkey') },
    { at: 'passkey', events: [{ type: 'passkey.left' }], by: closeDialog('Cancel') },
  ],
  outside: [
    went('treasury'),
    went('operators'),
    { event: { type: 'area.locked', area: 'treasury', isLocked: true } },
  ],
  answers: {
    verifySession: { done: [boris, null], error: [lost] },
    watchSession: { says: [{ type: 'session.ended' }] },
    'checks.watchPage': {},
    'passkey.logIn': { done: [boris, carl], error: [new CallError(failure('PASSKEY_CANCELLED'))] },
    loadArea: { done: [area], error: [lost] },
    endSession: { done: [undefined], error: [lost] },
  },
  views: [...switches, ...fields, 'Log in'],
  distinguish: (console) => {
    const { operator, asked, areas, locked } = console.getSnapshot().context;
    return [operator?.name, asked, Object.keys(areas), locked.length];
  },
  scenes: [
    {
      person: formSteps({
        at: 'login',
        fields: [
          ['name', /^Name/, 'boris'],
          ['password', /^Password/, 'Lighthouse-2026-keeper'],
          ['otp', /^6-digit code/, '123456'],
        ],
        submit: 'Log in',
      }),
      outside: [],
      answers: {
        verifySession: { done: [null] },
        watchSession: { says: [{ type: 'session.ended' }] },
        'login.submit': formAnswers(boris, carl),
        loadArea: {},
      },
      views: [...switches, 'Show password', 'Use a passkey', 'Start over', 'Log out'],
    },
  ],
  unreached: {
    ...plainForm('operatorLoginForm'),
    'console.leaving: always [0]': 'nothing can be typed in the treasury',
  },
});
