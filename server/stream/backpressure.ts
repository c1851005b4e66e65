/** The pending messages of one reader of a stream. */
export interface BackpressureStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Sends bytes as soon as the reader takes them. A pending message of the same name is replaced, because only the newest matters. */
  send(name: string, bytes: Uint8Array): void;
  close(): void;
}

/** The number of pieces that may be queued in the stream. */
const ahead = 4;

/** The most names that may wait. A limit is needed because each transaction has its own name. */
const mostWaiting = 256;

/**
 * A stream that holds at most `ahead` pieces and the newest message of up to `mostWaiting` names for a slow reader. It is closed when a
 * reader is further behind, who then reconnects and reads everything anew. `gone` is called when the stream ends.
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
