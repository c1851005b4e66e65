import type { SimulatedClock } from 'xstate';

type Timer = { readonly due: number; readonly fn: () => void };

/** A clock that goes on from one timer to the next, and never by itself. */
export class StepClock implements Pick<SimulatedClock, 'now' | 'setTimeout' | 'clearTimeout'> {
  #now = 0;
  #ids = 0;
  readonly #timers = new Map<number, Timer>();

  now = () => this.#now;
  getId = () => ++this.#ids;

  setTimeout(fn: () => void, timeout: number) {
    const id = this.getId();
    // One that never rings is not waited for.
    if (timeout !== Number.POSITIVE_INFINITY) this.#timers.set(id, { due: this.#now + timeout, fn });
    return id;
  }

  clearTimeout(id: number) {
    this.#timers.delete(id);
  }

  /** Keeps the time and what waits for it: the answer brings both back. */
  keep(): () => void {
    const now = this.#now;
    const timers = [...this.#timers];
    return () => {
      this.#now = now;
      this.#timers.clear();
      for (const [id, timer] of timers) this.#timers.set(id, timer);
    };
  }

  isWaiting = () => this.#timers.size > 0;

  /** The timer that is due first rings; of two at once, the older. */
  next() {
    const [first] = [...this.#timers].sort(([one, { due: a }], [other, { due: b }]) => a - b || one - other);
    if (!first) throw new Error('nothing is waited for');
    const [id, { due, fn }] = first;
    this.#timers.delete(id);
    this.#now = Math.max(this.#now, due);
    fn();
  }
}
