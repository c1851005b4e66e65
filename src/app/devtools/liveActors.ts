import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  transition,
} from 'xstate';
import type { FromApp, FromPage, LiveActor, LivePlace } from './liveMessages.ts';
import { plainCopy } from './plainCopy.ts';

interface KeptStep {
  readonly at: number;
  readonly event: string | null;
  /** The last snapshot in this state. */
  snapshot: AnyMachineSnapshot;
}

interface KeptActor {
  readonly ref: AnyActorRef;
  steps: readonly KeptStep[];
}

const mostSteps = 100;
const mostActors = 200;

/** The app's machines as `/__flows` shows them. Nothing is sent before it is asked for. */
export interface LiveActors {
  /** Receives all inspection events of the app's actors. */
  inspect(event: InspectionEvent): void;
  hear(message: FromPage): void;
}

/** `tab` distinguishes the actors of this tab from those of others. */
export function createLiveActors(
  tab: string,
  now: () => number,
  tell: (message: FromApp) => void,
): LiveActors {
  const actors = new Map<string, KeptActor>();
  let isWatched = false;
  const tellOf = (id: string, actor: KeptActor) => tell({ type: 'actor.told', actor: toldActor(id, actor) });

  /** Ended actors are dropped to make room for new ones. */
  const keepFew = () => {
    if (actors.size <= mostActors) return;
    for (const [id, { ref }] of actors)
      if (ref.getSnapshot().status !== 'active') return void actors.delete(id);
  };

  return {
    inspect(event) {
      if (event.type !== '@xstate.snapshot' || !('machine' in event.snapshot)) return;
      const snapshot = event.snapshot as AnyMachineSnapshot;
      const id = `${tab} ${event.actorRef.sessionId}`;
      const actor = actors.get(id) ?? { ref: event.actorRef as AnyActorRef, steps: [] };
      const last = actor.steps.at(-1);
      if (last && JSON.stringify(last.snapshot.value) === JSON.stringify(snapshot.value))
        last.snapshot = snapshot;
      else {
        const type = event.event.type === 'xstate.init' ? null : event.event.type;
        actor.steps = [...actor.steps, { at: now(), event: type, snapshot }].slice(-mostSteps);
      }
      actors.set(id, actor);
      keepFew();
      if (isWatched) tellOf(id, actor);
    },
    hear(message) {
      if (message.type === 'actors.asked') {
        isWatched = true;
        for (const [id, actor] of actors) tellOf(id, actor);
        return;
      }
      const actor = actors.get(message.actor);
      // Every tab receives it, so it may be for another one.
      if (!actor) return;
      try {
        if (message.type === 'event.asked') actor.ref.send(message.event);
        else tell({ type: 'walk.told', actor: message.actor, place: walked(actor, message) });
      } catch (error) {
        tell({ type: 'request.refused', reason: String(error) });
      }
    },
  };
}

/**
 * Computes where the events lead with the machine's pure function: no actor is started, no message sent, nothing stored, so that
 * watching a payment cannot make another.
 */
function walked(
  actor: KeptActor,
  { step, events }: { readonly step: number; readonly events: readonly AnyEventObject[] },
): LivePlace {
  const begun = actor.steps[step]?.snapshot;
  if (!begun) throw new Error('this step is no longer kept');
  return placeOf(
    events.reduce<AnyMachineSnapshot>((at, event) => transition(at.machine, at, event)[0], begun),
    true,
  );
}

function toldActor(id: string, { steps, ref }: KeptActor): LiveActor {
  const snapshot = steps.at(-1)?.snapshot ?? ref.getSnapshot();
  return {
    ...placeOf(snapshot, false),
    id,
    machine: snapshot.machine.id,
    states: Object.keys(snapshot.machine.states),
    isActive: snapshot.status === 'active',
    steps: steps.map(({ at, event, snapshot: { value } }) => ({ at, event, state: value })),
  };
}

/** XState's own events are offered only in walks: a real actor receives them only from its children. */
function placeOf(snapshot: AnyMachineSnapshot, isWalk: boolean): LivePlace {
  const types = snapshot._nodes.flatMap(({ ownEvents }) => ownEvents);
  const events = [...new Set(types)].filter((type) => type !== '' && (isWalk || !type.startsWith('xstate.')));
  return {
    state: snapshot.value,
    events: snapshot.status === 'active' ? events : [],
    context: plainCopy(snapshot.context),
  };
}
