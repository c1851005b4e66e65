/** One event of a stream: its name, and its data as it was sent. */
interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

interface Hearing {
  event(event: StreamEvent): void;
  /** Something that says no more than that the line is open. */
  comment(): void;
}

/** Longer than any event of ours; a line without end must not fill the memory. */
const longest = 1_000_000;

/**
 * Reads server-sent events (HTML standard, section 9.2.6) from text in pieces of any size. What is not one is passed over; half an
 * event at the end is none. Throws `RangeError` at one that does not end.
 */
export function createEventParser(hear: Hearing): (piece: string) => void {
  let rest = '';
  let isFirst = true;
  let name = '';
  let data: string[] = [];

  function read(line: string) {
    if (line === '') {
      if (data.length > 0) hear.event({ name: name === '' ? 'message' : name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    if (line.startsWith(':')) return hear.comment();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }

  return (piece) => {
    rest += isFirst ? piece.replace(/^\uFEFF/, '') : piece;
    isFirst = isFirst && piece === '';
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
    const waiting = data.reduce((sum, line) => sum + line.length, rest.length);
    if (waiting > longest) throw new RangeError('an event of the stream does not end');
  };
}
