import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { headerMachine } from '../../src/machines/shell/headerMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

test('every state is reached and can be left', () => {
  expectSound(headerMachine.provide({ actions: { reportOpened: () => {} } }), {
    input: undefined,
    events: [
      { type: 'menu.opened' },
      { type: 'menu.drawn' },
      { type: 'menu.closed' },
      { type: 'inbox.opened' },
      { type: 'inbox.closed' },
    ],
    answers: { awaitFirstPage: { done: [undefined], error: [failure('NETWORK')] } },
  });
});

function start() {
  const firstPage = manualCall<void, void>();
  let opened = 0;
  const actor = createActor(
    headerMachine.provide({
      actors: { awaitFirstPage: firstPage.logic },
      actions: { reportOpened: () => opened++ },
    }),
  ).start();
  return { actor, firstPage, state: () => actor.getSnapshot(), opened: () => opened };
}

test('the menu’s code waits for the first page, unless the menu is asked for', async () => {
  const { actor, firstPage, state } = start();
  expect(state().hasTag('menuWanted')).toBe(false);
  firstPage.last().answer();
  await settled();
  expect(state().hasTag('menuWanted')).toBe(true);
  actor.send({ type: 'menu.drawn' });
  expect(state().value).toMatchObject({ menu: 'closed' });

  const second = start();
  second.actor.send({ type: 'menu.opened' });
  expect(second.state().hasTag('menuWanted')).toBe(true);
});

test('a menu that was asked for before it is drawn opens then, and never twice', () => {
  const { actor, state } = start();
  actor.send({ type: 'menu.opened' });
  expect(state().value).toMatchObject({ menu: 'requested' });
  actor.send({ type: 'menu.drawn' });
  expect(state().value).toMatchObject({ menu: 'open' });
  actor.send({ type: 'menu.closed' });
  actor.send({ type: 'menu.drawn' });
  expect(state().value).toMatchObject({ menu: 'closed' });
});

test('each look into the inbox is told once', () => {
  const { actor, state, opened } = start();
  actor.send({ type: 'inbox.opened' });
  actor.send({ type: 'inbox.opened' });
  expect({ isOpen: state().hasTag('inboxOpen'), opened: opened() }).toEqual({ isOpen: true, opened: 1 });
  actor.send({ type: 'inbox.closed' });
  actor.send({ type: 'inbox.opened' });
  expect(opened()).toBe(2);
});
