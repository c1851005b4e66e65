/** The server's time, estimated from `Date` headers. */
export interface Clock {
  /** Milliseconds since the epoch, by the server's time. */
  now(): number;
  /** Updates the estimate from an answer: its `Date` header, and the local times of sending and answer. */
  observe(date: string | null, sentAt: number, answeredAt: number): void;
}

/**
 * A `Date` header has whole seconds and was written at some moment between sending and answering, so each answer
 * gives only bounds for the offset. The offset is moved only as far as the newest bounds require.
 */
export function createClock(local: () => number = Date.now): Clock {
  let offset = 0;
  return {
    now: () => local() + offset,
    observe(date, sentAt, answeredAt) {
      const told = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(told)) return;
      const least = told - answeredAt;
      const most = told + 999 - sentAt;
      offset = Math.min(Math.max(offset, least), Math.max(least, most));
    },
  };
}
