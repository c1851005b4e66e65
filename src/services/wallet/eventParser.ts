import { createParser } from 'eventsource-parser';

/** One event of a stream: its name, and its data as sent. */
interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

interface Listener {
  event(event: StreamEvent): void;
  /** A comment, which only shows that the connection is alive. */
  comment(): void;
}

/** Longer than any event of ours; a line without end must not fill the memory. */
const longest = 1_000_000;

/**
 * Parses server-sent events (HTML standard, section 9.2.6) from decoded text in pieces of any size. Ignores unknown fields, and an
 * incomplete event at the end. Throws `RangeError` for an event that does not end.
 */
export function createEventParser(listener: Listener): (piece: string) => void {
  const parser = createParser({
    maxBufferSize: longest,
    onEvent: ({ event = 'message', data }) => listener.event({ name: event, data }),
    onComment: () => listener.comment(),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new RangeError('an event of the stream does not end');
    },
  });
  return (piece) => parser.feed(piece);
}
