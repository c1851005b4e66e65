/** What one reader of a stream has not been sent yet, and the way to them. */
export interface BackpressureStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Sends bytes as soon as the reader takes them. What waits under the same name is replaced: old news of a kind is no news. */
  send(name: string, bytes: Uint8Array): void;
  close(): void;
}

/** Pieces that may lie between us and the socket. */
const ahead = 4;

/** More names wait for no reader: a transaction has one of its own, and there is no end of them. */
const mostWaiting = 256;

/**
 * A stream that never holds more for a slow reader than `ahead` pieces and the newest of each name, of `mostWaiting` names. One who is further
 * behind is closed, and reads everything anew when it comes back. `gone` hears when it ends.
 */
export function createBackpressureStream(gone: () => void): BackpressureStream {
  const waiting = new Map<string, Uint8Array>();
  let to: ReadableStreamDefaultController<Uint8Array> | null = null;

  function flush() {
    for (const [name, bytes] of waiting) {
      if (!to || (to.desiredSize ?? 0) <= 0) return;
      waiting.delete(name);
      to.enqueue(bytes);
    }
  }

  function end() {
    to = null;
    waiting.clear();
    gone();
  }

  function close() {
    to?.close();
    end();
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        to = controller;
      },
      pull: flush,
      cancel: end,
    },
    new CountQueuingStrategy({ highWaterMark: ahead }),
  );

  return {
    stream,
    send(name, bytes) {
      if (!to) return;
      waiting.set(name, bytes);
      flush();
      if (waiting.size > mostWaiting) close();
    },
    close,
  };
}
