import { act, render } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { type AnyActorRef, createMachine, fromPromise, sendParent, setup } from 'xstate';
import { Dialog } from '../../src/components/base/Dialog.tsx';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { leaveFocus, takeLostFocus } from '../../src/components/base/takeLostFocus.ts';
import { foundMachines, missingMap } from '../support/replay/foundMachines.ts';
import { type Gesture, press } from '../support/replay/gestures.ts';
import { type Happening, startHeld } from '../support/replay/heldSystem.ts';
import { keyOf, pathsOf, takenBy } from '../support/replay/pathModel.ts';
import { expectComplete } from '../support/replay/replay.ts';
import { replayPath } from '../support/replay/replayPath.tsx';
import { type ActorOf, type ScreenMap, screenMap } from '../support/replay/screenMap.ts';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { pressed: 'on' } }, on: {} },
});

type Lamp = ScreenMap<typeof lamp>;

/** A map of the lamp, whose screen a test draws. */
const lampOn = (screen: Lamp['screen'], parts: Partial<Lamp> = {}) =>
  screenMap<typeof lamp>({
    machine: lamp,
    name: 'lamp',
    input: () => undefined,
    screen,
    person: [{ events: [{ type: 'pressed' }], by: press('Light') }],
    answers: {},
    ...parts,
  });

interface LampProps {
  actor: ActorOf<typeof lamp>;
  onPress: (actor: ActorOf<typeof lamp>) => void;
  after?: ReactNode;
}

/** One button, while the lamp is off. */
function LampScreen({ actor, onPress, after = <p role="status">It is lit</p> }: LampProps) {
  const isOff = useSelector(actor, (state) => state.matches('off'));
  if (!isOff) return after;
  return (
    <button type="button" onClick={() => onPress(actor)}>
      Light
    </button>
  );
}

const button = (onPress: LampProps['onPress'], after?: ReactNode) => (actor: LampProps['actor']) => (
  <LampScreen actor={actor} onPress={onPress} after={after} />
);
const light = (actor: ActorOf<typeof lamp>) => actor.send({ type: 'pressed' });

async function replayed(map: ScreenMap) {
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

test('a pressed control that vanishes with the focus fails, also where nothing had the focus before', async () => {
  const map = lampOn(button(light));
  await expect(replayed(map)).rejects.toThrow(/presses Light: the focus is lost/);
});

const title = (
  <h1 ref={takeLostFocus} tabIndex={-1}>
    Lit
  </h1>
);

test('a pressed control that vanishes and leaves the focus to the title does not fail', async () => {
  await replayed(lampOn(button(light, title)));
});

test('what has the focus at the end of a path hands it to nothing of the next one', async () => {
  const screenOf = (actor: LampProps['actor']) => (
    <div ref={leaveFocus}>
      <LampScreen actor={actor} onPress={light} after={title} />
    </div>
  );
  await replayed(lampOn(screenOf));
  render(<PageTitle>Lamp</PageTitle>);
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});

/** A lamp that is lit from outside, as its screen says where nothing announces it. */
const litFromOutside = (machine: typeof lamp) =>
  lampOn((actor) => <LampScreen actor={actor} onPress={() => {}} after={<p>It is lit</p>} />, {
    machine,
    person: [],
    views: ['Light'],
    outside: [{ event: { type: 'pressed' } }],
  });

test('a change that nothing announces fails', async () => {
  await expect(replayed(litFromOutside(lamp))).rejects.toThrow(
    /after "pressed" comes: what changed is not announced/,
  );
});

/** A lamp that reads its bulb, with a live region that says something until that is done. */
const readsBulb = (said: string, answer: 'done' | 'error') => {
  const machine = setup({ actors: { readBulb: fromPromise(async () => {}) } }).createMachine({
    id: 'lamp',
    initial: 'reading',
    states: {
      reading: { invoke: { id: 'readBulb', src: 'readBulb', onDone: 'read', onError: 'read' } },
      read: {},
    },
  });
  return screenMap<typeof machine>({
    ...{ machine, name: 'lamp', input: () => undefined, person: [] },
    screen: (actor) => <ReadLamp actor={actor} said={said} />,
    answers: { readBulb: { [answer]: [null] } },
  });
};

function ReadLamp({ actor, said }: { actor: AnyActorRef; said: string }) {
  const isReading = useSelector(actor, (state) => state.value === 'reading');
  return (
    <>
      <p role="status">{isReading && said}</p>
      {!isReading && <p>Bulb: 40 W</p>}
    </>
  );
}

test('a text that says what is awaited may go with its answer', async () => {
  await replayed(readsBulb('Loading…', 'done'));
});

test.each([
  ['says nothing of waiting', 'Bulb', 'done'],
  ['says what is awaited, which fails', 'Loading…', 'error'],
] as const)('a text that %s may not go without another one', async (_, said, answer) => {
  await expect(replayed(readsBulb(said, answer))).rejects.toThrow(/what changed is not announced/);
});

type Drawn = (press: () => void) => ReactNode;

function TurnedLamp({ actor, before, after }: { actor: AnyActorRef; before: Drawn; after: Drawn }) {
  const isTurned = useSelector(actor, (state) => state.value === 'after');
  return (isTurned ? after : before)(() => actor.send({ type: 'pressed' }));
}

/** As a screen reader does it: without the focus. */
const clickLight: Gesture = {
  ...press('Light'),
  isWithoutFocus: true,
  perform: async (_, { element }) => act(() => element.click()),
};

/** A lamp that is drawn in one way before something happens to it, and in another after it. */
function turned(cause: 'time' | 'outside' | 'person' | 'reader' | 'call', before: Drawn, after: Drawn) {
  const machine = setup({ actors: { readBulb: fromPromise(async () => {}) } }).createMachine({
    id: 'lamp',
    initial: 'before',
    states: {
      before: cause === 'time' ? { after: { 500: 'after' } } : { on: { pressed: 'after' } },
      after: {
        ...(cause === 'call' && { invoke: { id: 'readBulb', src: 'readBulb' } }),
        ...(cause === 'person' && { on: { pressed: 'after' } }),
      },
    },
  });
  const events = [{ type: 'pressed' }];
  return screenMap<typeof machine>({
    ...{ machine, name: 'lamp', input: () => undefined, answers: { readBulb: {} } },
    screen: (actor) => <TurnedLamp actor={actor} before={before} after={after} />,
    person:
      cause === 'person'
        ? [{ events, by: press(/^Light/) }]
        : cause === 'reader'
          ? [{ events, by: clickLight }]
          : [],
    outside: cause === 'outside' || cause === 'call' ? [{ event: { type: 'pressed' } }] : [],
    views: cause === 'time' ? ['Light'] : [],
  });
}

const says =
  (text: ReactNode, beside?: ReactNode): Drawn =>
  () => (
    <>
      <p role="status">{text}</p>
      {beside}
    </>
  );
/** A button beside the message. */
const withButton =
  (text: string, name = 'Light'): Drawn =>
  (onClick) => (
    <>
      <p role="status">{text}</p>
      <button type="button" onClick={onClick}>
        {name}
      </button>
    </>
  );
/** A message with a button of its own. */
const withOwn: Drawn = (onClick) => (
  <p role="status">
    It is lit.
    <button type="button" onClick={onClick}>
      Light
    </button>
  </p>
);
const parts = (...texts: string[]) => texts.map((text) => <span key={text}>{text}</span>);
const greyed = (
  <button type="button" disabled>
    Light
  </button>
);
const unspoken = (text: string) => <p aria-hidden>{text}</p>;
const dialog = { role: 'dialog', 'aria-label': 'Question' };
/** A page, with a question in a dialog over it unless it is null. The page is marked as react-aria marks it, and no focus moves. */
const asked =
  (page: ReactNode, question: ReactNode): Drawn =>
  () => (
    <>
      <div aria-hidden={question !== null}>{page}</div>
      {question !== null && <div {...dialog}>{question}</div>}
    </>
  );
/** A page under a real dialog. */
const underDialog =
  (page: string): Drawn =>
  () => (
    <>
      <p>{page}</p>
      <Dialog isOpen title="Lamp" closeLabel="Close">
        Shall it stay on?
      </Dialog>
    </>
  );

test.each<[string, ReturnType<typeof turned>]>([
  ['a message that goes by its timer', turned('time', says('It is lit.'), says(''))],
  ['a message that is put away at a control of its own', turned('reader', withOwn, says(''))],
  ['a message that goes where a call begins', turned('call', says('It failed.'), says(''))],
  ['a part that is new', turned('outside', says(parts('Lit')), says(parts('Lit', 'warm')))],
  [
    'the new name of what is pressed',
    turned('person', withButton('It is there.'), withButton('It is there.', 'Light off')),
  ],
  [
    'a text that changes behind a dialog',
    { ...turned('outside', underDialog('Off'), underDialog('On')), views: [/^(?:Close|Dismiss)$/] },
  ],
  [
    'a message that comes when its dialog closes',
    turned('outside', asked(<p role="status" />, 'On?'), asked(<p role="status">It is lit.</p>, null)),
  ],
  [
    'a text that is hidden from screen readers and is in a live region, too,',
    turned('outside', says('', unspoken('Off')), says('It is lit.', unspoken('On'))),
  ],
])('%s needs no other announcement', async (_, map) => {
  await replayed(map);
});

test.each<[string, ReturnType<typeof turned>]>([
  ['a message that goes from outside', turned('outside', says('It is lit.'), says(''))],
  [
    'a message that goes when another control is pressed',
    turned('person', withButton('It is lit.'), withButton('')),
  ],
  ['a part that goes', turned('outside', says(parts('Lit', 'warm')), says(parts('Lit')))],
  [
    'a message that goes by its timer beside another text',
    turned('time', says('It is lit.', <p>On</p>), says('', <p>Off</p>)),
  ],
  [
    'a message that goes by its timer and leaves a control enabled',
    turned('time', says('Wait.', greyed), withButton('')),
  ],
  [
    'a message that goes where a call begins beside a new text',
    turned('call', says('It failed.'), says('', <p>Off</p>)),
  ],
  [
    'a dialog that changes with a message behind it',
    turned('outside', asked(<p role="status" />, 'On?'), asked(<p role="status">It is lit.</p>, 'Off?')),
  ],
  [
    'a text that is hidden from screen readers',
    turned('outside', says('', unspoken('Off')), says('', unspoken('On'))),
  ],
  [
    'a text in a dialog that is hidden from screen readers',
    turned('outside', asked('Lamp', unspoken('Off')), asked('Lamp', unspoken('On'))),
  ],
])('%s fails', async (_, map) => {
  await expect(replayed(map)).rejects.toThrow(/what changed is not announced/);
});

/** It is lit behind a dialog, which closes then. */
function AskedLamp({ actor }: { actor: AnyActorRef }) {
  const place = useSelector(actor, (state) => state.value);
  const message = <p role="status">{place !== 'asked' && 'It is lit.'}</p>;
  return asked(message, place === 'shown' ? null : 'On?')(() => {});
}

test('a message that came behind a dialog is no announcement when it is shown', async () => {
  const machine = createMachine({
    id: 'lamp',
    initial: 'asked',
    states: { asked: { on: { pressed: 'lit' } }, lit: { on: { pressed: 'shown' } }, shown: {} },
  });
  const map = screenMap<typeof machine>({
    ...{ machine, name: 'lamp', input: () => undefined, person: [], answers: {} },
    screen: (actor) => <AskedLamp actor={actor} />,
    outside: [{ event: { type: 'pressed' } }],
  });
  await expect(replayed(map)).rejects.toThrow(
    /^after "pressed" comes, then "pressed" comes: what changed is not announced/,
  );
});

test('a change that the parent is told to raise as a toast does not fail', async () => {
  const toast = { tone: 'gain', key: 'lit', values: {} };
  const telling = createMachine({
    id: 'lamp',
    initial: 'off',
    states: {
      off: { on: { pressed: { target: 'on', actions: sendParent({ type: 'told', toast }) } } },
      on: {},
    },
  }) as unknown as typeof lamp;
  await replayed(litFromOutside(telling));
});

test('an event that the screen sends and no state takes fails', async () => {
  const map = lampOn(
    button((actor) => {
      light(actor);
      actor.send({ type: 'heated' });
    }),
  );
  await expect(replayed(map)).rejects.toThrow(
    'when a person presses Light, the screen sends "heated" to lamp, no state of which takes it: name it in "on" of a state there, or let the screen send another event',
  );
});

test.each([
  ['person', { person: [{ events: [{ type: 'presed' }], by: press('Light') }] }],
  ['outside', { outside: [{ event: { type: 'presed' } }] }],
  ['answers', { answers: { watch: { says: [{ type: 'presed' }] } } }],
])('an event that "%s" of a map names and no state takes fails', (place, parts) => {
  expect(() => pathsOf(lampOn(null, parts))).toThrow(
    `"${place}" of the screen map of lamp names the event "presed", which no state of lamp or of its children takes: correct it there, or let a state take it`,
  );
});

test('an answer that nobody named fails', () => {
  const machine = setup({ actors: { readBulb: fromPromise(async () => {}) } }).createMachine({
    id: 'lamp',
    invoke: { id: 'readBulb', src: 'readBulb' },
  });
  const map = screenMap({
    ...{ machine, name: 'lamp', input: () => undefined },
    ...{ screen: null, person: [], answers: {} },
  });
  expect(() => pathsOf(map)).toThrow(
    'lamp waits for "readBulb": write what it may answer into "answers" of the screen map of lamp',
  );
});

/** A lamp that waits for a call and a timer, and listens to a child with timers, which it stops and starts anew. */
const timed = (() => {
  const bulb = createMachine({
    id: 'bulb',
    initial: 'cold',
    states: { cold: { after: { 500: 'warm' } }, warm: { after: { 500: 'hot' } }, hot: { type: 'final' } },
  });
  const machine = setup({ actors: { bulb, readBulb: fromPromise(async () => {}) } }).createMachine({
    id: 'lamp',
    type: 'parallel',
    states: {
      light: {
        initial: 'on',
        states: {
          on: {
            invoke: { id: 'bulb', src: 'bulb', onDone: 'over', onSnapshot: {} },
            on: { switched: 'off' },
          },
          off: { on: { switched: 'on' } },
          over: {},
        },
      },
      state: {
        initial: 'reading',
        states: {
          reading: {
            invoke: { id: 'readBulb', src: 'readBulb', onDone: 'read', onError: 'failed' },
            after: { 700: 'slow' },
          },
          slow: {},
          read: {},
          failed: {},
        },
      },
    },
  });
  return screenMap({
    ...{ machine, name: 'lamp', input: () => undefined, screen: null, person: [], covers: [bulb] },
    outside: [{ event: { type: 'switched' } }],
    answers: { readBulb: { done: [undefined], error: [new Error('dark')] } },
  });
})();

const time: Happening = { type: 'time' };
const switched: Happening = { type: 'outside', index: 0 };
const answered = (kind: 'done' | 'error'): Happening => ({ type: 'answer', at: 'readBulb', kind, index: 0 });

test.each<readonly [there: Happening[], meanwhile: Happening[], on: Happening[]]>([
  [[], [answered('done'), time, time], [time, time, time]],
  [[time], [switched, time, switched], [answered('error'), time]],
  [
    [time, switched],
    [switched, time, time],
    [time, switched, time],
  ],
  [[time, time], [time, switched], [time]],
])('a system that is brought back goes on as one that came there (%#)', (there, meanwhile, on) => {
  const once = startHeld(timed);
  const often = startHeld(timed);
  for (const each of there) {
    once.apply(each);
    often.apply(each);
  }
  const bringBack = often.keep();
  const before = keyOf(timed, often.root);
  for (const _ of [1, 2]) {
    for (const each of meanwhile) often.apply(each);
    expect(keyOf(timed, often.root)).not.toBe(before);
    bringBack();
    expect(keyOf(timed, often.root)).toBe(before);
    expect(takenBy(timed, often)).toEqual(new Set());
  }
  const earlier = once.sent.length;
  for (const each of on) {
    once.apply(each);
    often.apply(each);
    expect(keyOf(timed, often.root)).toBe(keyOf(timed, once.root));
    expect(often.clock.now()).toBe(once.clock.now());
  }
  expect(often.sent.map(({ event }) => event)).toEqual(once.sent.slice(earlier).map(({ event }) => event));
});

test('the search finds what one finds that begins anew for each path', () => {
  const { taken, transitions, paths } = pathsOf(timed, { isWhole: true });
  expect([...taken].sort()).toEqual([...transitions].sort());
  const anew = paths.flatMap((path) => {
    const system = startHeld(timed);
    for (const each of path) system.apply(each);
    return [...takenBy(timed, system)];
  });
  expect(new Set(anew)).toEqual(taken);
});

test('a machine without a map is told where to write one', () => {
  expect(missingMap('auth/lampMachine.ts lampMachine')).toBe(
    'auth/lampMachine.ts lampMachine has no screen map: write how its events look on the screen into tests/replay/auth/lamp.tsx (screenMap, or unseenMap when nobody sees it)',
  );
  expect(missingMap('lampMachine.ts lampMachine')).toContain(' into tests/replay/app/lamp.tsx ');
});

test('every transition is taken or excused, and nothing else is excused', () => {
  const all = ['lamp.off: pressed'];
  const judged = (taken: readonly string[], ...unreached: string[]) =>
    expectComplete(
      lampOn(null, { unreached: Object.fromEntries(unreached.map((word) => [word, 'for a reason'])) }),
      new Set(taken),
    );
  judged(all);
  judged([], ...all);
  expect(() => judged([])).toThrow(/^no path takes these: .* in the screen map of lamp, or write into/);
  expect(() => judged(all, ...all)).toThrow(/^these are reached after all: take them out of "unreached"/);
  expect(() => judged(all, 'lamp.off: presed')).toThrow(
    /^these are no transitions of its machines: correct them in "unreached" of the screen map of lamp/,
  );
});
