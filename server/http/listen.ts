import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
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

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Takes no new connections, lets running requests finish for at most `deadline` milliseconds, then cuts them off. */
  stop(deadline: number): Promise<void>;
}

/** Times are in milliseconds. Only `silence` applies to streams, which send a keep-alive more often. */
export interface HttpLimits {
  /** For the whole head of a request. */
  readonly headers: number;
  /** For a whole request, as it comes. */
  readonly request: number;
  /** How often both are looked at. */
  readonly checkEvery: number;
  /** A connection on which nothing moves for so long is closed. */
  readonly silence: number;
  /** A connection waits so long for its next request, and has so many. */
  readonly keepAlive: number;
  readonly requestsPerConnection: number;
  readonly body: BodyLimits;
  readonly connections: ConnectionLimits;
}

export const usualLimits: HttpLimits = {
  // A person on a slow line fills the head slowly; a program that never finishes it holds a socket.
  headers: 20_000,
  // Ten megabytes from a phone with a weak signal.
  request: 300_000,
  checkEvery: 5_000,
  silence: 300_000,
  keepAlive: 10_000,
  requestsPerConnection: 10_000,
  body: weakSignal,
  connections: { inAll: 16_000, ofOne: 500, isShared: isInside },
};

/** The same, where these proxies bring the connections of many people. */
export function limitsBehind(proxies: Proxies): HttpLimits {
  const isShared = (address: string) => isInside(address) || proxies.has(address);
  return { ...usualLimits, connections: { ...usualLimits.connections, isShared } };
}

/** Why nothing of ours has seen a request: it is not HTTP, or did not come in time. */
export type UnreadCode = Extract<ProblemCode, 'MALFORMED_REQUEST' | 'REQUEST_TIMEOUT'>;

/** Opens the port; `refuse` answers what cannot be read as HTTP, and what comes too slowly. Rejects with Node's error (EADDRINUSE, EACCES, EADDRNOTAVAIL, ENOTFOUND). */
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
      // Reached when the request line or its Host header is not one: nothing of ours has run.
      { errorHandler: () => refuse('MALFORMED_REQUEST') },
    ),
  );
  server.timeout = limits.silence;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  server.maxConnections = limits.connections.inAll;
  server.on('connection', capConnections(limits.connections));
  // RFC 9110, 15.5.9. Whoever took so long to ask may not read on either: nobody waits for the socket's end.
  const pace = createBodyPace(limits.body, async ({ socket }) => {
    if (socket.writable) await refuseOn(socket, refuse('REQUEST_TIMEOUT'));
    socket.destroySoon();
  });
  server.on('request', (incoming: IncomingMessage) => pace.watch(incoming));
  server.on('close', () => pace.stop());
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    void refuseOn(socket, refuse(isLate ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST'));
  });
  // Node's own 417 has neither our headers nor a body; to expect something of us is no reason not to be answered (RFC 9110 10.1.1).
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
    stop: async (deadline) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A kept connection becomes idle when its last answer is out, which `close` has not waited for.
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

/** Writes by hand what answers a request that nothing of ours has seen, and ends the connection. */
async function refuseOn(socket: Duplex, response: Response) {
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const date = response.headers.has('date') ? [] : [`date: ${new Date().toUTCString()}`];
  const status = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`;
  if (!socket.writable) return;
  socket.end([status, ...headers, length, ...date, 'connection: close', '', body].join('\r\n'));
}
