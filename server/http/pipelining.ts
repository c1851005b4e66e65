import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Bytes that the parser gets at once: at most sixteen requests, the shortest of which has 25. While a head or a body comes, it gets more. */
const leastPiece = 384;
const mostPiece = 8_192;
/** Bytes that may wait for the parser before the socket is no longer read. */
const mostWaiting = 65_536;

/**
 * Reads each connection in small pieces, answers its requests one after the other, and lets other connections have a turn between two.
 * Node parses and begins all that came in 64 kB at once: that may be thousands of requests, and nobody else is answered meanwhile. To be called
 * before anybody listens to the server's connections.
 */
export function answerInTurn(server: Server, answer: RequestListener) {
  const [accept] = server.listeners('connection');
  if (!accept) throw new Error('the server accepts no connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => Reflect.apply(accept, server, [new Connection(socket)]));
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    if (socket instanceof Connection) socket.answerNext(incoming, outgoing, answer);
    else answer(incoming, outgoing);
  });
  server.on('clientError', (_, socket) => {
    if (socket instanceof Connection) socket.stopReading();
  });
}

interface Unanswered {
  readonly incoming: IncomingMessage;
  readonly begin: () => void;
}

/** A socket as the HTTP server sees it; what the server asks of a socket beside its bytes is passed on. */
class Connection extends Duplex {
  readonly #socket: Socket;
  /** In the order in which they came; the first is being answered. */
  readonly #unanswered: Unanswered[] = [];
  #waiting: Buffer = Buffer.alloc(0);
  #piece = leastPiece;
  #requests = 0;
  #isWanted = false;
  #hasEnded = false;
  #turn: NodeJS.Immediate | null = null;

  constructor(socket: Socket) {
    super({ readableHighWaterMark: 1, decodeStrings: false });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
      if (this.#waiting.length >= mostWaiting) socket.pause();
      this.#feed();
    });
    socket.on('end', () => {
      this.#hasEnded = true;
      this.#feed();
    });
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  answerNext(incoming: IncomingMessage, outgoing: ServerResponse, answer: RequestListener) {
    this.#requests += 1;
    const begin = () => void answer(incoming, outgoing);
    this.#unanswered.push({ incoming, begin });
    outgoing.once('close', () => {
      this.#unanswered.shift();
      this.#turn = setImmediate(() => {
        this.#unanswered[0]?.begin();
        this.#feed();
      });
    });
    if (this.#unanswered.length === 1) begin();
  }

  /** What follows something that is not HTTP is not parsed. */
  stopReading() {
    this.#hasEnded = true;
    this.#waiting = Buffer.alloc(0);
    this.#socket.removeAllListeners('data');
    this.#socket.resume();
  }

  #feed() {
    while (this.#isWanted && this.#waiting.length > 0 && this.#mayGoOn()) {
      const before = this.#requests;
      const piece = this.#waiting.subarray(0, this.#piece);
      this.#waiting = this.#waiting.subarray(piece.length);
      this.#isWanted = this.push(piece);
      this.#piece = this.#requests === before ? Math.min(this.#piece * 2, mostPiece) : leastPiece;
    }
    if (this.#waiting.length < mostWaiting) this.#socket.resume();
    if (this.#hasEnded && (this.#waiting.length === 0 || !this.#mayGoOn())) this.#end();
  }

  /** Whether no request is waiting for its answer, or the last of them has not come whole. */
  #mayGoOn(): boolean {
    return this.#unanswered.at(-1)?.incoming.complete !== true;
  }

  #end() {
    this.#hasEnded = false;
    this.#waiting = Buffer.alloc(0);
    this.push(null);
  }

  override _read() {
    this.#isWanted = true;
    // Pushed from within a read, bytes would be parsed later, and their requests not be counted here.
    queueMicrotask(() => this.#feed());
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ) {
    this.#socket.cork();
    chunks.forEach(({ chunk, encoding }, place) => {
      this.#socket.write(chunk, encoding, place === chunks.length - 1 ? done : undefined);
    });
    this.#socket.uncork();
  }

  override _final(done: () => void) {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    if (this.#turn) clearImmediate(this.#turn);
    this.#unanswered.length = 0;
    this.#waiting = Buffer.alloc(0);
    this.#socket.destroy();
    done(error);
  }

  get remoteAddress() {
    return this.#socket.remoteAddress;
  }

  get bytesRead() {
    return this.#socket.bytesRead;
  }

  setTimeout(milliseconds: number) {
    this.#socket.setTimeout(milliseconds);
    return this;
  }

  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
}
