import { collectDefaultMetrics, Registry } from 'prom-client';

/** A registry with the figures of this process, such as memory and the delay of its event loop. Make one a process: its observers never end. */
export function processRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
