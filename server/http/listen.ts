import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { ProblemCode } from '../../contract/problems.ts';
import { problemResponse, Refusal } from '../core/refusal.ts';
import { type BodyLimits, createBodyPace, weakSignal } from './bodyPace.ts';
import type { Proxies } from './caller.ts';
import { type ConnectionLimits, capConnections, isInside } from './connections.ts';
import { answerInTurn } from './pipelining.ts';

/** Answers a request; `address` is the caller's. */
export type Fetch = (request: Request, peer: { readonly address: string }) => Promise<Response>;

export interface Listening {
  readonly port: number;
  /**
   * Each request from now on is the last of its connection. After `noticed`, by which callers go to another server, none is accepted
   * and idle ones are closed; running requests may finish for at most `deadline` milliseconds more.
   */
  stop(deadline: number, noticed?: Promise<unknown>): Promise<void>;
}

/** Times are in milliseconds. Only `silence` applies to streams, which send keep-alives more often. */
export interface HttpLimits {
  /** For the complete head of a request. */
  readonly headers: number;
  /** For a complete request. */
  readonly request: number;
  /** How often both are checked. */
  readonly checkEvery: number;
  /** How long a connection may be silent before it is closed. */
  readonly silence: number;
  /** How long a connection stays open for its next request, and how many it may have. */
  readonly keepAlive: number;
  readonly requestsPerConnection: number;
  readonly body: BodyLimits;
  readonly connections: ConnectionLimits;
}

export const usualLimits: HttpLimits = {
  // Enough for a slow line, and short enough that an unfinished head does not hold a socket for long.
  headers: 20_000,
  // Enough for ten megabytes from a phone with a weak signal.
  request: 300_000,
  checkEvery: 5_000,
  silence: 300_000,
  keepAlive: 10_000,
  requestsPerConnection: 10_000,
  body: weakSignal,
  connections: { inAll: 16_000, ofOne: 500, isShared: isInside },
};

/** The usual limits, with these proxies as shared addresses. */
export function limitsBehind(proxies: Proxies): HttpLimits {
  const isShared = (address: string) => isInside(address) || proxies.has(address);
  return { ...usualLimits, connections: { ...usualLimits.connections, isShared } };
}

/** Why a request never reached our code: it is not HTTP, or did not arrive in time. */
export type UnreadCode = Extract<ProblemCode, 'MALFORMED_REQUEST' | 'REQUEST_TIMEOUT'>;

/** Opens the port; `refuse` answers requests that are not HTTP or arrive too slowly. Rejects with Node's error (EADDRINUSE, EACCES, EADDRNOTAVAIL, ENOTFOUND). */
export async function listen(
  fetch: Fetch,
  { host, port }: { host: string; port: number },
  limits: HttpLimits = usualLimits,
  refuse: (code: UnreadCode) => Response = refuseUnread,
): Promise<Listening> {
  const server = createServer({
    connectionsCheckingInterval: limits.checkEvery,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
  });
  answerInTurn(
    server,
    getRequestListener(
      (request, { incoming }) => fetch(request, { address: incoming.socket?.remoteAddress ?? 'unknown' }),
      // Reached when the request line or the Host header is invalid, before our code runs.
      { errorHandler: () => refuse('MALFORMED_REQUEST') },
    ),
  );
  server.timeout = limits.silence;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  server.maxConnections = limits.connections.inAll;
  server.on('connection', capConnections(limits.connections));
  // RFC 9110, 15.5.9. Such a slow client may not read the answer either, so the socket is not waited for.
  const pace = createBodyPace(limits.body, async ({ socket }) => {
    if (socket.writable) await refuseOn(socket, refuse('REQUEST_TIMEOUT'));
    socket.destroySoon();
  });
  server.on('request', (incoming: IncomingMessage) => pace.watch(incoming));
  let isRetired = false;
  // Said in the answer (RFC 9112, 9.6), so that no request is sent on a connection that is being closed. Before the answer is begun.
  server.prependListener('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    if (isRetired) outgoing.shouldKeepAlive = false;
  });
  server.on('close', () => pace.stop());
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    void refuseOn(socket, refuse(isLate ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST'));
  });
  // Node's own 417 answer has neither our headers nor a body; an unknown expectation may be ignored (RFC 9110 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: async (deadline, noticed) => {
      isRetired = true;
      await noticed;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // `close` does not wait for kept connections, which become idle only after their last answer.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const late = setTimeout(() => server.closeAllConnections(), deadline);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

function refuseUnread(code: UnreadCode): Response {
  const response = problemResponse(new Refusal(code), 'none');
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/** Writes the answer to a request that never reached our code, and closes the connection. */
async function refuseOn(socket: Duplex, response: Response) {
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const date = response.headers.has('date') ? [] : [`date: ${new Date().toUTCString()}`];
  const status = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`;
  if (!socket.writable) return;
  socket.end([status, ...headers, length, ...date, 'connection: close', '', body].join('\r\n'));
}
