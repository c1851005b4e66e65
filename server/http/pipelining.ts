import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Bytes that the parser gets at once: sixteen requests at most, the shortest of which has 25. */
const piece = 384;

/**
 * Answers the requests of each connection one after the other, has sixteen of them unanswered at most, and lets other connections have a
 * turn between two. Node parses and begins all that came in 64 kB at once, which may be thousands of requests. To be called before
 * anybody connects.
 */
export function answerInTurn(server: Server, answer: RequestListener): void {
  const takeTurn = createTurns();
  const connections = new WeakMap<Duplex, Connection>();
  server.on('connection', (socket) => connections.set(socket, new Connection(socket, takeTurn)));
  server.on('request', (incoming, outgoing) => {
    const begin = () => void answer(incoming, outgoing);
    connections.get(incoming.socket)?.add({ incoming, begin }, outgoing);
  });
  server.on('clientError', (_, socket) => connections.get(socket)?.stop());
}

/** Does one piece of work in each turn of the event loop, in the order in which they were asked for: between two of them, sockets are read. */
function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(next);
  };
}

interface Unanswered {
  readonly incoming: IncomingMessage;
  readonly begin: () => void;
}

/**
 * Reads a socket in pieces: with a listener for `readable` a stream gives what is asked of it (`read`), and passes it to those who listen
 * for `data`, as Node's HTTP server does.
 */
class Connection {
  readonly #socket: Duplex;
  readonly #takeTurn: (work: () => void) => void;
  /** In the order in which they came; only the last may not have come whole. */
  readonly #unanswered: Unanswered[] = [];
  /** Whether the first of them was begun. */
  #isAnswering = false;
  /** How many requests have come. */
  #came = 0;
  /** How many bytes at least are still to come of the last request's body, as far as its head tells: they begin no request. */
  #body = 0;
  #waits = false;
  #isStopped = false;

  constructor(socket: Duplex, takeTurn: (work: () => void) => void) {
    this.#socket = socket;
    this.#takeTurn = takeTurn;
    const read = () => {
      if (!this.#waits) this.#read();
    };
    socket.on('readable', read);
    // Node resumes a socket when somebody has read of the body that it had paused it for.
    socket.on('resume', read);
    socket.once('close', () => this.#unanswered.splice(0));
  }

  add(request: Unanswered, outgoing: ServerResponse) {
    this.#came += 1;
    this.#unanswered.push(request);
    outgoing.once('close', () => {
      this.#unanswered.shift();
      this.#isAnswering = false;
      if (this.#unanswered.length > 0 || this.#socket.readableLength > 0) this.#wait();
    });
    if (this.#unanswered.length === 1) this.#begin();
  }

  /** What follows something that is not HTTP is thrown away, so that the socket's end is still seen. */
  stop() {
    this.#isStopped = true;
    this.#socket.removeAllListeners('data');
    this.#wait();
  }

  #begin() {
    const [first] = this.#unanswered;
    if (this.#isAnswering || !first) return;
    this.#isAnswering = true;
    first.begin();
  }

  #wait() {
    if (this.#waits) return;
    this.#waits = true;
    this.#takeTurn(() => {
      this.#waits = false;
      this.#begin();
      this.#read();
    });
  }

  #read() {
    if (this.#isStopped) {
      this.#socket.read();
      return;
    }
    const before = this.#came;
    while (this.#socket.readableLength > 0 && this.#mayParse()) {
      if (this.#came > before && this.#body === 0) return this.#wait();
      this.#parse();
    }
    // A stream that was read to its end tells so when it is asked once more.
    if (this.#socket.readableLength === 0) this.#socket.read(0);
  }

  /** Whether nothing is unanswered, or the one request that is needs the rest of its body and has room for it. */
  #mayParse(): boolean {
    // Its parser may be another connection's by then.
    if (this.#socket.destroyed) return false;
    const [first, second] = this.#unanswered;
    if (!first) return true;
    const { complete, readableLength, readableHighWaterMark } = first.incoming;
    return !second && !complete && readableLength < readableHighWaterMark;
  }

  #parse() {
    const bytes = Math.min(Math.max(piece, this.#body), this.#socket.readableLength);
    const before = this.#came;
    this.#socket.read(bytes);
    const last = this.#unanswered.at(-1)?.incoming;
    const length = last?.complete === false ? Number(last.headers['content-length'] ?? 0) : 0;
    this.#body = Math.max(0, (this.#came > before ? length : this.#body) - bytes);
  }
}
