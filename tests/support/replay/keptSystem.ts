import type { AnyActor, AnyActorRef, AnyEventObject } from 'xstate';
import type { StepClock } from './stepClock.ts';

/** With what a system has at runtime and its type leaves out: what is sent so is seen by who inspects the system. */
type System = AnyActor['system'] & {
  readonly _relay: (source: AnyActorRef, target: AnyActorRef, event: AnyEventObject) => void;
};

/**
 * Lets a system be brought back to where it stood, as often as one likes. XState has no way to do so: a persisted snapshot has no timers
 * that go on, and loses what a context refers to outside of its machine. So everything of which its actors consist is put back, and the
 * system gets a scheduler and a clock of which the same is true. Answers with what keeps where the system stands: the answer to that
 * brings it back.
 *
 * Only for a system in which nothing happens by itself: what an actor keeps in closures stays as it is.
 */
export function keeping({ system }: Pick<AnyActor, 'system'>, clock: StepClock): () => () => void {
  const timeouts = scheduleBy(system as System, clock);
  let actors = new Set<AnyActorRef>();
  system.inspect((seen) => {
    if (seen.type === '@xstate.actor') actors.add(seen.actorRef as AnyActorRef);
  });
  return () => {
    const kept = [...actors].map(keepActor);
    const running = new Map(timeouts);
    const resetClock = clock.keep();
    return () => {
      actors = new Set(kept.map((bringBack) => bringBack()));
      timeouts.clear();
      for (const [id, timeout] of running) timeouts.set(id, timeout);
      resetClock();
    };
  };
}

/** Keeps what an actor consists of, and what is in its sets and maps. */
function keepActor(actor: AnyActorRef): () => AnyActorRef {
  const parts = { ...actor };
  const refills = Object.values<unknown>(parts).flatMap((part) => {
    if (part instanceof Set) return [refillOf(part, [...part], (each) => part.add(each))];
    if (part instanceof Map) return [refillOf(part, [...part], (each) => part.set(...each))];
    return [];
  });
  return () => {
    for (const refill of refills) refill();
    return Object.assign(actor, parts);
  };
}

const refillOf =
  <Each>(part: { clear: () => void }, content: readonly Each[], add: (each: Each) => void) =>
  () => {
    part.clear();
    content.forEach(add);
  };

interface Timeout {
  readonly source: AnyActorRef;
  readonly timer: number;
}

/** Gives a system a scheduler whose timeouts can be read and put back: those of its own are in a closure. */
function scheduleBy(system: System, clock: StepClock): Map<string, Timeout> {
  const timeouts = new Map<string, Timeout>();
  const nameOf = (source: AnyActorRef, id: string) => `${source.sessionId}.${id}`;
  const cancel = (name: string) => {
    const timeout = timeouts.get(name);
    if (timeout) clock.clearTimeout(timeout.timer);
    timeouts.delete(name);
  };
  let unnamed = 0;
  system.scheduler = {
    schedule: (source, target, event, delay, id = `unnamed ${unnamed++}`) => {
      const name = nameOf(source, id);
      const ring = () => {
        timeouts.delete(name);
        system._relay(source, target, event);
      };
      timeouts.set(name, { source, timer: clock.setTimeout(ring, delay) });
    },
    cancel: (source, id) => cancel(nameOf(source, id)),
    cancelAll: (actor) => {
      for (const [name, { source }] of timeouts) if (source === actor) cancel(name);
    },
  };
  return timeouts;
}
