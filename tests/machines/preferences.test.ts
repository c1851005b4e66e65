import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  type KeptPreference,
  type Language,
  preferencesMachine,
} from '../../src/machines/shell/preferencesMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';
import { plainPreferences as initial } from '../support/preferences.ts';

function start() {
  const clock = new SimulatedClock();
  const toasts = createActor(toastsMachine, {
    clock,
    input: { now: () => clock.now() },
  }).start();
  const changeLanguage = manualCall<void, { readonly language: Language }>();
  const kept: KeptPreference[] = [];
  const actor = createActor(
    preferencesMachine.provide({
      actors: { changeLanguage: changeLanguage.logic },
      actions: { keepPreference: (_, preference) => kept.push(preference) },
    }),
    { clock, input: { preferences: initial, toasts } },
  ).start();
  const told = () => toasts.getSnapshot().context.toasts.map(({ key }) => key);
  return { actor, changeLanguage, kept, told, now: () => actor.getSnapshot() };
}

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(preferencesMachine, {
    input: {
      preferences: initial,
      toasts: createActor(toastsMachine, { input: { now: () => 0 } }),
    },
    events: [
      { type: 'language.chosen', language: 'ru' },
      { type: 'language.chosen', language: 'en' },
      { type: 'panel.toggled' },
      { type: 'panel.closed' },
      { type: 'screen.shown' },
      { type: 'theme.chosen', theme: 'dark' },
      { type: 'sidebar.toggled' },
      { type: 'balances.toggled' },
      { type: 'small.toggled' },
      { type: 'singleKeys.toggled' },
    ],
    answers: { changeLanguage: { done: [undefined], error: [new CallError(failure('NETWORK'))] } },
    distinguish: ({ context }) => [context.language, context.wanted],
  });
});

test('each choice is seen and kept', () => {
  const { actor, kept, now } = start();
  actor.send({ type: 'theme.chosen', theme: 'dark' });
  actor.send({ type: 'sidebar.toggled' });
  actor.send({ type: 'balances.toggled' });
  actor.send({ type: 'small.toggled' });
  actor.send({ type: 'singleKeys.toggled' });
  expect(now().context).toMatchObject({
    theme: 'dark',
    isSidebarOpen: false,
    hideBalances: true,
    hideSmall: true,
    singleKeys: false,
  });
  expect(kept).toEqual([
    { name: 'theme', value: 'dark' },
    { name: 'isSidebarOpen', value: false },
    { name: 'hideBalances', value: true },
    { name: 'hideSmall', value: true },
    { name: 'singleKeys', value: false },
  ]);
});

describe('language', () => {
  test('changes when it is there', async () => {
    const { actor, changeLanguage, now } = start();
    actor.send({ type: 'language.chosen', language: 'ru' });
    expect(changeLanguage.last().input).toEqual({ language: 'ru' });
    expect(now().context.language).toBe('en');
    expect(now().hasTag('busy')).toBe(true);
    changeLanguage.last().answer();
    await settled();
    expect(now().context.language).toBe('ru');
  });

  test('stays when the other cannot be had, and a person is told', async () => {
    const { actor, changeLanguage, told, now } = start();
    actor.send({ type: 'language.chosen', language: 'ru' });
    changeLanguage.last().fail('NETWORK');
    await settled();
    expect(now().context.language).toBe('en');
    expect(now().hasTag('busy')).toBe(false);
    expect(told()).toEqual(['languageUnavailable']);
  });

  test('the one that is there is not loaded again', () => {
    const { actor, changeLanguage } = start();
    actor.send({ type: 'language.chosen', language: 'en' });
    expect(changeLanguage.calls).toEqual([]);
  });

  test('choosing the old one again gives up the change', async () => {
    const { actor, changeLanguage, now } = start();
    actor.send({ type: 'language.chosen', language: 'ru' });
    actor.send({ type: 'language.chosen', language: 'en' });
    expect(now().hasTag('busy')).toBe(false);
    changeLanguage.at(0).answer();
    await settled();
    expect(now().context.language).toBe('en');
  });
});

test('the slide-in panel opens and closes, and does not stay over the next screen', () => {
  const { actor, now } = start();
  const isOpen = () => now().matches({ panel: 'open' });
  actor.send({ type: 'panel.toggled' });
  expect(isOpen()).toBe(true);
  actor.send({ type: 'panel.toggled' });
  expect(isOpen()).toBe(false);
  actor.send({ type: 'panel.toggled' });
  actor.send({ type: 'panel.closed' });
  expect(isOpen()).toBe(false);
  actor.send({ type: 'panel.toggled' });
  actor.send({ type: 'screen.shown' });
  expect(isOpen()).toBe(false);
});
