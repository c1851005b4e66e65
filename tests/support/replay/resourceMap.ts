import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { failure } from '../actors.ts';
import { type Gesture, press } from './gestures.ts';
import type { ScreenMap } from './screenMap.ts';

type Look<Machine extends AnyStateMachine> = Pick<ScreenMap<Machine>, 'machine' | 'screen'> &
  Partial<Pick<ScreenMap<Machine>, 'views' | 'isShown' | 'person' | 'live'>> & {
    /** What it may read, one worth telling apart after the other. */
    readonly data: readonly unknown[];
    /** The keys that it is asked by, the first at once; without them there is one alone. Null reads nothing. */
    readonly keys?: readonly [string | null, ...(string | null)[]];
    /** How a person asks for fresh data, and when they can; without it nobody asks here. */
    readonly refresh?: {
      readonly by?: Gesture;
      readonly offered: (resource: AnyMachineSnapshot) => boolean;
    } | null;
  };

const isBusy = (resource: AnyMachineSnapshot) => resource.hasTag('busy') && !resource.hasTag('slow');

/** `ReadFailure` in the place of what could not be read. */
export const whenFailed = (resource: AnyMachineSnapshot) =>
  resource.context.failure !== null && !isBusy(resource);

/** Where an answer that is slow in coming is said as a failure is. */
export const whenSlowOrFailed = (resource: AnyMachineSnapshot) =>
  resource.hasTag('slow') || whenFailed(resource);

/** `Freshness` above what was read, and `ReadFailure` in its place. */
const whenOld = (resource: AnyMachineSnapshot) =>
  resource.hasTag('slow') || resource.hasTag('stale') || whenFailed(resource);

/** The screen map of what `createResourceMachine` made. */
export function resourceMap<Machine extends AnyStateMachine>({
  machine,
  data,
  keys,
  refresh = { offered: whenOld },
  person = [],
  ...look
}: Look<Machine>): ScreenMap {
  const { id } = machine;
  const hasNone = keys?.includes(null);
  return {
    ...(look as unknown as Pick<ScreenMap, 'screen'>),
    machine,
    input: (now) => (keys ? { now, key: keys[0] } : { now }),
    person: [
      ...(refresh
        ? [
            {
              events: [{ type: 'refresh.requested' }],
              by: refresh.by ?? press('Try again'),
              offered: (actor: AnyActorRef) => refresh.offered(actor.getSnapshot()),
            },
          ]
        : []),
      ...person,
    ],
    outside: [
      { event: { type: 'screen.shown' } },
      ...(keys ?? []).map((key) => ({ event: { type: 'screen.shown', key } })),
      { event: { type: 'refresh.requested' } },
      { event: { type: 'outdated' } },
      { event: { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 } },
    ],
    answers: {
      load: {
        done: [
          ...data.map((each) => (now: number) => ({ data: each, loadedAt: now })),
          (now: number) => ({ data: data[0], loadedAt: now - 1000, failure: failure('NETWORK') }),
        ],
        error: [new CallError(failure('NETWORK'))],
      },
    },
    distinguish: (actor) => {
      const { key, dataKey, data: read } = actor.getSnapshot().context;
      return [key, dataKey, data.indexOf(read)];
    },
    unreached: {
      ...(keys ? {} : { ...oneAlone(id) }),
      ...(hasNone ? {} : { [`${id}.choosing: always [1]`]: 'nothing leads here without a key' }),
    },
  };
}

const oneAlone = (id: string) => ({
  [`${id}: screen.shown`]: 'there is one of it, by no key',
  [`${id}.ready.stale: screen.shown [0]`]: 'there is one of it, by no key',
  [`${id}.failed: screen.shown [0]`]: 'there is one of it, by no key',
});
