import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { failure } from '../actors.ts';
import { actorAt } from '../paths.ts';
import { type Gesture, press } from './gestures.ts';
import type { OutsideStep, ScreenMap } from './screenMap.ts';

type Look<Machine extends AnyStateMachine> = Pick<ScreenMap<Machine>, 'machine' | 'screen'> &
  Partial<Pick<ScreenMap<Machine>, 'views' | 'isShown' | 'person' | 'live'>> & {
    /** What it may read, one worth telling apart after the other. */
    readonly data: readonly unknown[];
    /** The keys that it is asked by, the first at once; without them there is one alone. Null reads nothing. */
    readonly keys?: readonly [string | null, ...(string | null)[]];
    /** The key is a part of the page's address. */
    readonly isByAddress?: true;
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
export const whenOld = (resource: AnyMachineSnapshot) =>
  resource.hasTag('slow') || resource.hasTag('stale') || whenFailed(resource);

/** Whether what is shown is what is asked for. */
const hasRead = ({ context }: AnyMachineSnapshot) => context.key !== null && context.key === context.dataKey;

/** `Freshness` above data of the same key, `ReadFailure` in the place of data that is not there. */
export const whenOldOrMissing = (read: AnyMachineSnapshot) =>
  read.hasTag('slow') || (hasRead(read) ? whenOld(read) : whenFailed(read));

/** The screen map of what `createResourceMachine` made. */
export function resourceMap<Machine extends AnyStateMachine>({
  machine,
  data,
  keys,
  refresh = { offered: whenOld },
  person = [],
  isByAddress,
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
      ...outsideResource(''),
      ...(keys ?? []).map((key) => ({
        event: { type: 'screen.shown', key },
        ...(isByAddress && { isNavigation: isByAddress }),
      })),
    ],
    answers: { load: readings(...data) },
    distinguish: (actor) => {
      const { key, dataKey, data: read } = actor.getSnapshot().context;
      return [key, dataKey, data.indexOf(read)];
    },
    unreached: {
      ...(keys ? {} : oneAlone(id)),
      ...(hasNone ? {} : alwaysRead(id)),
    },
  };
}

/** A resource that has read something, and stands still; without data it reads nothing. */
export const standingResource = <Machine extends AnyStateMachine>(machine: Machine, data: unknown = null) =>
  actorAt<Machine>(
    machine,
    machine.resolveState({
      value: data === null ? 'unasked' : { ready: 'fresh' },
      context: {
        ...{ now: () => 0, key: data && 'key', dataKey: data && 'key', data },
        ...{ loadedAt: data && 0, failure: null, isOutdated: false },
      },
    }) as SnapshotFrom<Machine>,
  );

/** What a read may answer: new data, data of the cache that could not be read again, a failure. */
export const readings = (...data: readonly unknown[]) => ({
  done: [
    ...data.map((each) => (now: number) => ({ data: each, loadedAt: now })),
    (now: number) => ({ data: data[0], loadedAt: now - 1000, failure: failure('NETWORK') }),
  ],
  error: [new CallError(failure('NETWORK'))],
});

/** What comes from others to a resource at a place. */
export const outsideResource = (at: string): OutsideStep[] => [
  { at, event: { type: 'screen.shown' } },
  { at, event: { type: 'refresh.requested' } },
  { at, event: { type: 'outdated' } },
  { at, event: { type: 'check.due' } },
  { at, event: { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 } },
];

/** `unreached` of a resource that always has a key. */
const alwaysRead = (id: string) => ({
  [`${id}.choosing: always [1]`]: 'nothing leads here without a key',
});

/** `unreached` of a resource without keys. */
const oneAlone = (id: string) => ({
  [`${id}: screen.shown`]: 'there is one of it, by no key',
  [`${id}.ready.stale: screen.shown [0]`]: 'there is one of it, by no key',
  [`${id}.failed: screen.shown [0]`]: 'there is one of it, by no key',
});
