import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Bytes that the parser gets at once: at most sixteen requests, since the shortest has 25 bytes. */
const piece = 384;

/**
 * Answers the requests of each connection one after the other, at most sixteen at a time, and lets other connections have a
 * turn in between. Node would parse and start all requests in a 64 kB chunk at once, which may be thousands. Call it before
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

/** Runs one piece of work in each turn of the event loop, in order, so that sockets are read in between. */
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
 * Reads a socket in pieces: with a `readable` listener a stream delivers only what `read` asks for, and passes it on to `data`
 * listeners, such as Node's HTTP server.
 */
class Connection {
  readonly #socket: Duplex;
  readonly #takeTurn: (work: () => void) => void;
  /** In order of arrival; only the last may be incomplete. */
  readonly #unanswered: Unanswered[] = [];
  /** Whether the first one has been started. */
  #isAnswering = false;
  /** The number of requests that have arrived. */
  #came = 0;
  /** The bytes of the last request's body that are still to come, according to its head: they start no new request. */
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
    // Node resumes the socket that it paused for a body when the body has been read.
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

  /** Data after something that is not HTTP is discarded, so that the socket's end is still seen. */
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
    // A stream reports its end only when it is read once more.
    if (this.#socket.readableLength === 0) this.#socket.read(0);
  }

  /** Whether there is no unanswered request, or a single one that still needs body data and has room for it. */
  #mayParse(): boolean {
    // Its parser may already belong to another connection.
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
