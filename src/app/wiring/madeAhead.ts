import type { AnyActorLogic } from 'xstate';
import { idle } from '../../components/base/idle.ts';
import type { Services } from './services.ts';

/** The services of the app, once somebody is signed in. */
let running: Services | null = null;

/** From now on, what is made ahead is made with these services. */
export function makeAheadFor(services: Services): void {
  running = services;
}

/**
 * The machine of an area, made once: when the browser is idle after its code was read ahead, and at the latest when it is needed. Each machine
 * that is given its services is built anew, which would delay the page that a person has just asked for. It may keep nothing of a person.
 */
export function madeAhead<Logic extends AnyActorLogic>(
  make: (services: Services) => Logic,
): (services: Services) => Logic {
  const made = new WeakMap<Services, Logic>();
  const create = (services: Services) => {
    const logic = made.get(services) ?? make(services);
    made.set(services, logic);
    return logic;
  };
  void idle().then(() => {
    if (running) create(running);
  });
  return create;
}
