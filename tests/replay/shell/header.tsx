import { act } from '@testing-library/react';
import { AccountMenu } from '../../../src/app/layouts/AccountMenu.tsx';
import { InboxBell } from '../../../src/app/layouts/InboxBell.tsx';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import type { AppRef } from '../../../src/machines/appMachine.ts';
import { type HeaderRef, headerMachine } from '../../../src/machines/shell/headerMachine.ts';
import { vera } from '../../support/people.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { closeDialog, type Gesture, press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const nothing = () => {};
const before = { context: { signedIn: null, preferences: preferencesActor() } };
/** The app before the inbox has been loaded. */
const app = {
  getSnapshot: () => before,
  subscribe: () => ({ unsubscribe: nothing }),
} as unknown as AppRef;
const controls = {
  language: { label: 'Language', options: [], value: 'en' as const, onChange: nothing },
  theme: {
    label: 'Theme',
    labels: { system: 'System', light: 'Light', dark: 'Dark' },
    value: 'system' as const,
    onChange: nothing,
  },
};
const menu = /Account menu/;
const logOut = press('Log out');
/** By the keyboard: the pointer tells it twice before the menu's code is there, when it goes down and when it goes up. */
const openMenu: Gesture = {
  words: 'presses Enter on the account menu',
  isFor: press(menu).isFor,
  perform: async (user, { element }) => {
    act(() => element.focus());
    await user.keyboard('{Enter}');
  },
};
const pressEscape: Gesture = {
  words: 'presses Escape',
  isFor: logOut.isFor,
  perform: (user) => user.keyboard('{Escape}'),
};

/** When the menu has been drawn is told by the map, as an answer is. */
const undrawn = (actor: HeaderRef) =>
  ({
    getSnapshot: () => actor.getSnapshot(),
    subscribe: actor.subscribe.bind(actor),
    send: (event) => {
      if (event.type !== 'menu.drawn') actor.send(event);
    },
  }) as Pick<HeaderRef, 'getSnapshot' | 'subscribe' | 'send'> as HeaderRef;

const drawn = new WeakMap<HeaderRef, HeaderRef>();
function headerOf(actor: HeaderRef): HeaderRef {
  const header = drawn.get(actor) ?? undrawn(actor);
  drawn.set(actor, header);
  return header;
}

export const map = screenMap({
  machine: headerMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Wallet</PageTitle>
      <InboxBell app={app} header={actor} />
      <AccountMenu header={headerOf(actor)} user={vera.user} {...controls} links={[]} onSignOut={nothing} />
    </>
  ),
  person: [
    {
      events: [{ type: 'menu.opened' }],
      by: openMenu,
      offered: (actor) => !actor.getSnapshot().hasTag('inboxOpen'),
    },
    { events: [{ type: 'menu.closed' }], by: pressEscape },
    {
      events: [{ type: 'inbox.opened' }],
      by: press('Notifications'),
      offered: (actor) => !actor.getSnapshot().matches({ menu: 'open' }),
    },
    { events: [{ type: 'inbox.closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
  ],
  outside: [{ event: { type: 'menu.drawn' } }],
  answers: { awaitFirstPage: { done: [undefined], error: [new Error('no line')] } },
  // A second press, before the menu is there, changes nothing; the choices in it are the preferences'.
  views: [menu, 'Notifications', 'Log out', 'Dismiss', /^(?:System|Light|Dark)/],
});
