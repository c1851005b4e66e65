import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { foundMachines } from '../support/replay/foundMachines.ts';
import { press } from '../support/replay/gestures.ts';
import { pathsOf } from '../support/replay/pathModel.ts';
import { replayPath } from '../support/replay/replayPath.tsx';
import { screenMap } from '../support/replay/screenMap.ts';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { pressed: 'on' } }, on: {} },
});

/** A map of the lamp, whose screen a test draws. */
const lampOn = (screen: Parameters<typeof screenMap<typeof lamp>>[0]['screen']) =>
  screenMap({
    machine: lamp,
    name: 'lamp',
    input: () => undefined,
    screen,
    person: [{ events: [{ type: 'pressed' }], by: press('Light') }],
    answers: {},
  });

async function replayed(map: ReturnType<typeof lampOn>) {
  for (const path of pathsOf(map).paths)
    await replayPath(map, path, { places: new Set(), states: new Set() });
}

test('machines are found by looking', () => {
  expect(foundMachines.length).toBeGreaterThan(150);
});

test('an event that the screen does not offer fails', async () => {
  const map = lampOn(() => <h1>Lamp</h1>);
  await expect(replayed(map)).rejects.toThrow(/takes pressed, and the screen offers no way to it/);
});

test('a control that the state does not take fails', async () => {
  const map = lampOn((actor) => (
    <button type="button" onClick={() => actor.send({ type: 'pressed' })}>
      Light
    </button>
  ));
  await expect(replayed(map)).rejects.toThrow(
    /offers the button "Light", and the state takes none of its events/,
  );
});

test('a control that no event stands for fails', async () => {
  const map = lampOn(() => (
    <>
      <button type="button">Light</button>
      <button type="button">Heat</button>
    </>
  ));
  await expect(replayed(map)).rejects.toThrow(/offers the button "Heat", which no event stands for/);
});

test('a control that sends nothing fails', async () => {
  const map = lampOn(() => <button type="button">Light</button>);
  await expect(replayed(map)).rejects.toThrow(/what the screen sent when a person presses Light/);
});
