import { fromTransition } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { appMachine } from '../../../src/machines/appMachine.ts';
import { signedInLoader } from '../../../src/machines/appSetup.ts';
import type { AreaName, Route, RouteName } from '../../../src/machines/core/location.ts';
import { failure } from '../../support/actors.ts';
import { oleg, vera } from '../../support/people.ts';
import { plainPreferences } from '../../support/preferences.ts';
import { codeLoaderMap } from '../../support/replay/codeLoaderMap.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

export const loader = codeLoaderMap(signedInLoader, 'signedIn');

const at = (path: string, name: RouteName, access: Route['access'], area: AreaName | null = null) => ({
  event: {
    type: 'location.changed',
    location: { path, search: '', route: { name, access, area, params: {} } },
  },
});
const agreed = { accepted: '2026-11-22', accepted_at: null, version: '2026-11-22' };
const newcomer = { ...vera.user, terms: { ...agreed, accepted: null } };
const refused = new CallError(failure('UNAUTHENTICATED'));
const lost = new CallError(failure('NETWORK'));
const nothing = () => {};

const locations = [
  at('/', 'home', 'any'),
  at('/auth/login', 'login', 'signedOut'),
  at('/wallet', 'wallet', 'signedIn', 'wallet'),
];
const opened = (session: typeof vera) => ({ event: { type: 'session.opened', session } });
const given = (now: () => number, session: typeof vera | null) => ({
  ...{ now, makeKey: () => '', readRecord: () => null },
  ...{ session, preferences: plainPreferences },
});
const held = {
  watchSession: {},
  verifySession: {},
  revokeSession: {},
  'signedInLoader.loadCode': {},
  'preferences.changeLanguage': {},
  'signedOut.signInMethodsLoader.loadCode': {},
  'signedOut.signIn.submit': {},
  'signedOut.signInCaptcha.watchCaptcha': {},
  'signedOut.registration.submit': {},
  'signedOut.captcha.watchCaptcha': {},
};

export const app = unseenMap({
  machine: appMachine.provide({
    actions: { storeSession: nothing, clearSession: nothing, forgetFlows: nothing },
  }),
  why: 'it decides which page is shown; the pages have screens of their own',
  input: (now) => given(now, vera),
  outside: [
    ...locations,
    at('/terms', 'terms', 'any'),
    opened(vera),
    opened(oleg),
    { event: { type: 'session.ended', token: vera.token } },
    { event: { type: 'signOut.confirmed' } },
  ],
  answers: {
    ...held,
    verifySession: { done: [vera.user], error: [refused, lost] },
    revokeSession: { done: [undefined], error: [refused, lost] },
  },
  distinguish: (actor) => {
    const { location, session } = actor.getSnapshot().context;
    return [location?.path, session?.user.id, session?.user.terms ?? 'untold'];
  },
  scenes: [
    {
      // What is told of the person, and by the code that is loaded for them.
      isTimeless: true,
      outside: [
        ...locations.slice(0, 1),
        ...locations.slice(2),
        { event: { type: 'profile.changed', user: newcomer } },
        { event: { type: 'profile.changed', user: { ...vera.user, terms: agreed } } },
        { event: { type: 'kycStatus.changed', status: 'pending' } },
        { event: { type: 'address.requested', to: '/wallet?token=ZST' } },
        { event: { type: 'onward.declined' } },
      ],
      answers: {
        ...held,
        verifySession: { done: [vera.user] },
        'signedInLoader.loadCode': { done: [fromTransition((state) => state, null)] },
      },
    },
    {
      isTimeless: true,
      input: (now) => given(now, null),
      outside: [
        ...locations,
        opened(vera),
        { at: 'signedOut', event: { type: 'session.obtained', session: vera } },
      ],
      answers: held,
    },
  ],
});
