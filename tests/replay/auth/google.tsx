import { CallError } from '../../../contract/failure.ts';
import { googleLinkMachine } from '../../../src/machines/auth/googleLinkMachine.ts';
import { googleMachine } from '../../../src/machines/auth/googleMachine.ts';
import { signInMethodsResource } from '../../../src/machines/auth/signInMethodsMachine.ts';
import { GooglePanel } from '../../../src/screens/signInMethods/GooglePanel.tsx';
import { failure } from '../../support/actors.ts';
import { vera } from '../../support/people.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const provider = {
  name: 'Google',
  authorization_endpoint: 'https://id.example.com/authorize',
  client_id: 'zesto',
  scope: 'openid email',
};
const claims = { nonce: 'nonce-of-this-tab', email: 'vera@example.com' };
const callback = {
  from: 'google',
  credential: `a.${btoa(JSON.stringify(claims))}.c`,
  state: 'state',
  isCancelled: false,
} as const;
const offline = new CallError(failure('NETWORK'));
const methods = standingResource(signInMethodsResource, { google: provider, why_not: null });

export const map = screenMap({
  machine: googleMachine,
  covers: [googleLinkMachine],
  input: (now) => ({ now, callback: null }),
  screen: (actor) => <GooglePanel actor={actor} offeredMethods={methods} />,
  isShown: (actor) => actor.getSnapshot().hasTag('instead'),
  person: [
    { events: [{ type: 'google.left' }], by: press(/^Back/) },
    { events: [{ type: 'google.chosen', provider }], by: press('Try again') },
    ...formSteps({
      at: 'googleLink',
      fields: [['password', /^Password/, 'Correct7horse']],
      submit: 'Log in',
    }),
  ],
  outside: [
    { event: { type: 'google.chosen', provider }, isNavigation: true },
    { event: { type: 'google.returned', callback }, isNavigation: true },
  ],
  answers: {
    takeRequest: { done: [{ state: 'state', nonce: 'nonce-of-this-tab' }, null], error: [offline] },
    leaveFor: { done: [undefined], error: [offline] },
    openSession: {
      done: [vera],
      error: [offline, new CallError(failure('PASSWORD_REQUIRED'))],
    },
    'googleLink.submit': formAnswers(vera),
  },
  distinguish: (actor) => [actor.getSnapshot().context.problem, actor.getSnapshot().context.callback],
  views: ['Show password'],
  unreached: plainForm('googleLink'),
  scenes: [{ input: (now) => ({ now, callback }), until: (actor) => actor.getSnapshot().matches('offered') }],
});
