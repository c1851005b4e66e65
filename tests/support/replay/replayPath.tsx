import { act, cleanup } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { expect } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { arrives, draw, expectWorded } from '../../screens/draw.tsx';
import { settled } from '../actors.ts';
import { expectAccessible } from '../axe.ts';
import { isMeasuring, keepState } from '../drawnStates.tsx';
import { type Before, looksOther, seen, unannounced } from './announced.ts';
import { type Control, controlsOnScreen, toldOf } from './controls.ts';
import { nameOfMap } from './foundMachines.ts';
import { isNamed, newUser } from './gestures.ts';
import { type Happening, type HeldSystem, isMachine, logicOf, startHeld } from './heldSystem.ts';
import { isShown, keyOf, offers, statesIn, takenBy } from './pathModel.ts';
import type { ScreenMap } from './screenMap.ts';
import { knows } from './transitions.ts';

/** What was looked at before: the offers of a scene's places, and by axe, which is slow, the states of all scenes. */
interface Looked {
  readonly places: Set<string>;
  readonly states: Set<string>;
}

/** Replays one path on the screen. Answers with the transitions that it took there. */
export async function replayPath(
  map: ScreenMap,
  path: readonly Happening[],
  looked: Looked,
): Promise<ReadonlySet<string>> {
  const model = startHeld(map);
  if (!map.screen) {
    for (const happening of path) model.apply(happening);
    return takenBy(map, model);
  }
  const live = startHeld(map);
  const user = newUser();
  const told: string[] = [];
  draw(<Shown map={map} live={live} />, 'en', { isWhole: map.isWhole ?? false });
  await act(settled);
  try {
    await expectFair(map, live, looked);
    if (isShown(map, live.root)) await keepState();
    for (const happening of path) {
      told.push(sentenceOf(map, happening));
      const before = seen(live);
      if (happening.type === 'person') await perform(map, happening.index, user, live, before);
      else await arrives(() => live.apply(happening));
      model.apply(happening);
      await expectSame(map, model.root, live.root);
      await expectFair(map, live, looked);
      // What was drawn for another reader in between has lost its focus, and has announced itself.
      if (!isMeasuring) await expectFollowed(map, happening, before, live);
      if (isShown(map, live.root)) await keepState();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`after ${told.join(', then ') || 'it was drawn'}: ${reason}`, { cause: error });
  } finally {
    await leaveScreen();
  }
  return takenBy(map, live);
}

/** The focus is somewhere sensible, and what changed was announced. */
async function expectFollowed(map: ScreenMap, happening: Happening, before: Before, live: HeldSystem) {
  const { root } = live;
  const isHere = isShown(map, root);
  const hadFocus = isOnElement(before.focus) || takesFocus(map, happening);
  if (!isNavigation(map, happening)) await expectNone(() => lostFocus(hadFocus && isHere));
  const hasChanged = isHere && before.value !== statesIn(root) && looksOther(before);
  if (hasChanged && !raisesToast(live, before.sent))
    await expectNone(() => unannounced(happening, before, live, isNavigation(map, happening)));
}

/** Whether the parent was told a toast, which announces itself, also over a dialog (`tests/components/toaster.test.tsx`). */
const raisesToast = ({ root, sent }: HeldSystem, since: number) =>
  sent.slice(since).some(({ source, event }) => source === root && event.toast);

const isNavigation = (map: ScreenMap, happening: Happening) =>
  happening.type === 'outside' && map.outside?.[happening.index]?.isNavigation === true;

/** Whether a person does it at a control, which a browser gives the focus, also where it vanishes at once. */
const takesFocus = (map: ScreenMap, happening: Happening) =>
  happening.type === 'person' && !map.person[happening.index]?.by.isWithoutFocus;

/** The screen while the machine is on it. */
function Shown({ map, live }: { map: ScreenMap; live: HeldSystem }) {
  const isHere = useSyncExternalStore(live.watch, () => isShown(map, live.root));
  return isHere && map.screen ? map.screen(live.root as never) : null;
}

/** What had the focus when it is removed may hand it on with the next frame, which has to be none of the next path's screen. */
async function leaveScreen() {
  const hadFocus = isOnElement(document.activeElement);
  cleanup();
  if (hadFocus) await new Promise(requestAnimationFrame);
  forgetAnnounced();
}

/** react-aria's announcer keeps for some seconds what it has told, also of what is gone by then. */
function forgetAnnounced() {
  for (const log of document.querySelectorAll('[data-live-announcer] > *')) log.replaceChildren();
}

function sentenceOf(map: ScreenMap, happening: Happening): string {
  switch (happening.type) {
    case 'time':
      return 'the next timer rings';
    case 'person':
      return `a person ${map.person[happening.index]?.by.words}`;
    case 'outside':
      return `"${map.outside?.[happening.index]?.event.type}" comes`;
    case 'answer':
      return `${happening.at} ${happening.kind === 'says' ? 'tells' : happening.kind} [${happening.index}]`;
  }
}

async function perform(
  map: ScreenMap,
  index: number,
  user: ReturnType<typeof newUser>,
  live: HeldSystem,
  before: Before,
) {
  const step = map.person[index];
  if (!step) throw new Error(`there is no step ${index}`);
  const find = () => controlsOnScreen().find((each) => each.isEnabled && step.by.isFor(each));
  const nobody = `nobody can do what is next: a person ${step.by.words}`;
  let control = find();
  if (!control) {
    // In a state that was looked at before, its code may still be on its way.
    await expectNone(() => (find() ? null : nobody));
    control = find();
  }
  if (!control) throw new Error(nobody);
  before.control = control.element;
  if (!step.by.isWithoutFocus) before.focus = control.element;
  before.told = toldOf(before.focus);
  const target = live.find(step.at);
  await step.by.perform(user, control);
  await act(settled);
  for (const { target: taker, source, event } of live.sent.slice(before.sent)) {
    const logic = logicOf(taker);
    if (source === undefined && isMachine(logic) && !knows(logic, event.type))
      throw new Error(
        `when a person ${step.by.words}, the screen sends "${event.type}" to ${logic.id}, no state of which takes it: name it in "on" of a state there, or let the screen send another event`,
      );
  }
  const types = new Set(
    map.person.filter(({ at }) => at === step.at).flatMap(({ events }) => events.map(({ type }) => type)),
  );
  const sent = live.sent
    .slice(before.sent)
    .filter((each) => each.target === target && types.has(each.event.type));
  expect(
    sent.map(({ event }) => plain(event)),
    `what the screen sent when a person ${step.by.words}`,
  ).toEqual(step.events.map(plain));
}

/** An event as it can be compared: actors and files by what they are. */
const plain = (event: object) =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && 'send' in value ? 'an actor' : value,
    ]),
  );

async function expectSame(map: ScreenMap, model: AnyActorRef, live: AnyActorRef) {
  expect(keyOf(map, live), 'the screen did something else than the machine says').toBe(keyOf(map, model));
}

/** Both directions and the words, and axe once for each state, but for what `app` judges so and a browser measures. */
async function expectFair(map: ScreenMap, live: HeldSystem, looked: Looked) {
  const key = keyOf(map, live.root);
  if (!looked.places.has(key)) await expectNone(() => unfairIn(map, live, controlsOnScreen()));
  looked.places.add(key);
  expectWorded();
  const value = `${isShown(map, live.root)} ${statesIn(live.root)}`;
  if (!isMeasuring && !looked.states.has(value)) await expectAccessible();
  looked.states.add(value);
}

/**
 * Looks until nothing is wrong: what is drawn lazily takes a moment, and a dialog brings back a focus that its content lost with the
 * next frame.
 */
async function expectNone(wrong: () => string | null) {
  let last = wrong();
  for (let turn = 0; last !== null && turn < 100; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    last = wrong();
  }
  if (last !== null) throw new Error(last);
}

/** What is offered and not taken, or taken and not offered; null where there is nothing of the kind. */
function unfairIn(map: ScreenMap, live: HeldSystem, controls: readonly Control[]): string | null {
  const state = `${statesIn(live.root)}`;
  const file = `the screen map of ${nameOfMap(map)}`;
  const isActive = live.root.getSnapshot().status === 'active' && isShown(map, live.root);
  const enabled = controls.filter(({ isEnabled }) => isEnabled);
  const steps = map.person.map((step) => {
    const actor = live.find(step.at);
    return { step, isTaken: isActive && actor !== undefined && offers(actor, step, live.root) };
  });
  for (const { step, isTaken } of steps) {
    if (isTaken && !enabled.some(step.by.isFor))
      return `${state} takes ${step.events.map(({ type }) => type).join(', ')}, and the screen offers no way to it (a person ${step.by.words}): draw it there, or take the event from the state`;
  }
  for (const control of isActive ? enabled : []) {
    if (control.role === 'link' && !steps.some(({ step }) => step.by.isFor(control))) continue;
    if (map.views?.some((name) => isNamed(name, control))) continue;
    const its = steps.filter(({ step }) => step.by.isFor(control));
    if (its.length === 0)
      return `the screen of ${state} offers the ${control.role} "${control.name}", which no event stands for: name its event in "person" of ${file}, or the control in "views" if it changes nothing but the look`;
    if (its.every(({ isTaken }) => !isTaken))
      return `the screen of ${state} offers the ${control.role} "${control.name}", and the state takes none of its events: grey it out with a reason, or let the state take ${its[0]?.step.events.map(({ type }) => type).join(', ')}`;
  }
  return null;
}

const isOnElement = (focus: Element | null) => focus !== null && focus !== document.body;

/** Why the focus is where nobody finds it; null where it is somewhere sensible. */
function lostFocus(isExpected: boolean): string | null {
  const now = document.activeElement;
  if (isExpected && !isOnElement(now))
    return 'the focus is lost: give it to what took the place of what had it';
  if (now?.closest('[aria-hidden="true"], [inert]')) return 'the focus is in what nobody can see';
  return null;
}
