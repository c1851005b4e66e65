/** The time of the server, as well as `Date` headers tell it. */
export interface Clock {
  /** Milliseconds since the epoch, by the server's time. */
  now(): number;
  /** Learns from one answer: its `Date` header, and when (local time) the call was sent and answered. */
  observe(date: string | null, sentAt: number, answeredAt: number): void;
}

/**
 * A `Date` header has whole seconds and was written at some moment between sending and answering, so each answer
 * gives bounds for the offset, not the offset. It is moved only as far as the newest bounds demand.
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
