/** What `/__flows` shows: a chart, a live actor of an open tab, a walk from one of its steps, or a ticket's trace. */
import { type ActorRefFrom, type AnyEventObject, assign, fromCallback, sendTo, setup } from 'xstate';
import type { FlowTrace } from '../../../contract/support.ts';
import { withEvent } from '../../machines/core/withEvent.ts';
import type { FromApp, FromPage, LiveActor, LivePlace } from '../devtools/liveMessages.ts';
import { pastedTrace } from './pastedTrace.ts';

type Chosen =
  | { readonly type: 'chart.chosen'; readonly chart: string }
  | { readonly type: 'actor.chosen'; readonly actor: string }
  | { readonly type: 'step.chosen'; readonly step: number }
  | { readonly type: 'event.chosen'; readonly event: string; readonly data: string }
  | { readonly type: 'trace.pasted'; readonly text: string };

interface Context {
  readonly chart: string;
  readonly actors: Readonly<Record<string, LiveActor>>;
  readonly actor: string | null;
  /** The step of the actor or of the trace. */
  readonly step: number;
  /** The events of the walk so far, and the states they led to. */
  readonly walked: readonly AnyEventObject[];
  readonly place: LivePlace | null;
  readonly trace: FlowTrace['steps'];
  readonly problem: string | null;
}

/** An event with its data as typed; null when the data is not a JSON object. */
function eventOf({ event, data }: { readonly event: string; readonly data: string }): AnyEventObject | null {
  try {
    const more: unknown = JSON.parse(data.trim() || '{}');
    return typeof more === 'object' && more !== null ? { ...more, type: event } : null;
  } catch {
    return null;
  }
}

export const flowsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Chosen | Exclude<FromApp, { type: 'tab.opened' }>,
    input: {} as { readonly chart: string },
    children: {} as { watchTabs: 'watchTabs' },
  },
  actors: {
    /** Receives the app's tabs' messages, and sends them requests. */
    watchTabs: fromCallback<FromPage>(() => {
      throw new Error('provide me: watchTabs');
    }),
  },
  guards: {
    isRightData: (_, event: { readonly event: string; readonly data: string }) => eventOf(event) !== null,
    isTrace: (_, { text }: { readonly text: string }) => pastedTrace(text).ok,
    isWalked: ({ context }, { actor }: { readonly actor: string }) => context.actor === actor,
  },
  actions: {
    keepActor: assign(({ context }, { actor }: { readonly actor: LiveActor }) => ({
      actors: { ...context.actors, [actor.id]: actor },
    })),
    dropTab: assign(({ context }, { tab }: { readonly tab: string }) => ({
      actors: Object.fromEntries(
        Object.entries(context.actors).map(([id, actor]) => [
          id,
          id.startsWith(`${tab} `) ? { ...actor, isActive: false, events: [] } : actor,
        ]),
      ),
    })),
    keepChart: assign((_, { chart }: { readonly chart: string }) => ({ chart, actor: null, problem: null })),
    keepChoice: assign((_, { actor }: { readonly actor: string }) => ({ actor, problem: null })),
    keepStep: assign((_, { step }: { readonly step: number }) => ({
      step,
      walked: [],
      place: null,
      problem: null,
    })),
    keepWalked: assign(({ context }, event: { readonly event: string; readonly data: string }) => ({
      walked: [...context.walked, ...[eventOf(event)].filter((each) => each !== null)],
      problem: null,
    })),
    keepPlace: assign((_, { place }: { readonly place: LivePlace }) => ({ place })),
    keepTrace: assign((_, { text }: { readonly text: string }) => {
      const read = pastedTrace(text);
      return { trace: read.ok ? [...read.steps] : [], step: 0, actor: null, problem: null };
    }),
    tellTraceProblem: assign((_, { text }: { readonly text: string }) => {
      const read = pastedTrace(text);
      return { problem: read.ok ? null : read.problem };
    }),
    tellDataProblem: assign({
      problem: 'What an event brings is written as a JSON object, like {"name": "email"}.',
    }),
    tellRefusal: assign(({ context }, { reason }: { readonly reason: string }) => ({
      problem: reason,
      walked: context.walked.slice(0, -1),
    })),
    ask: sendTo('watchTabs', (_, { message }: { readonly message: FromPage }) => message),
    askForWalk: sendTo('watchTabs', ({ context: { actor, step, walked } }) => ({
      type: 'walk.asked' as const,
      actor: actor ?? '',
      step,
      events: walked,
    })),
  },
}).createMachine({
  id: 'flows',
  context: ({ input }) => ({
    ...input,
    actors: {},
    actor: null,
    step: 0,
    walked: [],
    place: null,
    trace: [],
    problem: null,
  }),
  invoke: { id: 'watchTabs', src: 'watchTabs' },
  initial: 'browsing',
  on: {
    'actor.told': { actions: withEvent('keepActor') },
    'tab.closed': { actions: withEvent('dropTab') },
    'request.refused': { actions: withEvent('tellRefusal') },
    'chart.chosen': { target: '.browsing', actions: withEvent('keepChart') },
    'actor.chosen': { target: '.following', actions: withEvent('keepChoice') },
    'trace.pasted': [
      { guard: withEvent('isTrace'), target: '.replaying', actions: withEvent('keepTrace') },
      { actions: withEvent('tellTraceProblem') },
    ],
  },
  states: {
    browsing: {},
    following: {
      on: {
        'step.chosen': { target: 'walking', actions: withEvent('keepStep') },
        'event.chosen': [
          {
            guard: withEvent('isRightData'),
            actions: {
              type: 'ask',
              params: ({ context, event }) => ({
                message: {
                  type: 'event.asked',
                  actor: context.actor ?? '',
                  event: eventOf(event) ?? { type: event.event },
                },
              }),
            },
          },
          { actions: 'tellDataProblem' },
        ],
      },
    },
    walking: {
      entry: 'askForWalk',
      on: {
        'walk.told': { guard: withEvent('isWalked'), actions: withEvent('keepPlace') },
        'step.chosen': { actions: [withEvent('keepStep'), 'askForWalk'] },
        'event.chosen': [
          { guard: withEvent('isRightData'), actions: [withEvent('keepWalked'), 'askForWalk'] },
          { actions: 'tellDataProblem' },
        ],
      },
    },
    replaying: { on: { 'step.chosen': { actions: withEvent('keepStep') } } },
  },
});

export type FlowsRef = ActorRefFrom<typeof flowsMachine>;
