import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { problemResponse, Refusal } from '../core/refusal.ts';
import { type BodyLimits, createBodyPace, weakSignal } from './bodyPace.ts';
import type { Proxies } from './caller.ts';
import { type ConnectionLimits, capConnections, isInside } from './connections.ts';

/** Answers a request; `address` is the caller's. */
export type Fetch = (request: Request, peer: { readonly address: string }) => Promise<Response>;

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Takes no new connections, lets running requests finish for at most `deadline` milliseconds, then cuts them off. */
  stop(deadline: number): Promise<void>;
}

/** Times are in milliseconds. Streams are bound by none of them but `silence`: they say a word more often. */
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

/** Opens the port; `refuse` answers what cannot be read as HTTP. Rejects with Node's error (EADDRINUSE, EACCES, EADDRNOTAVAIL, ENOTFOUND). */
export async function listen(
  fetch: Fetch,
  { host, port }: { host: string; port: number },
  limits: HttpLimits = usualLimits,
  refuse: () => Response = refuseUnread,
): Promise<Listening> {
  const server = createServer(
    {
      connectionsCheckingInterval: limits.checkEvery,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
    },
    getRequestListener(
      (request, { incoming }) => fetch(request, { address: incoming.socket?.remoteAddress ?? 'unknown' }),
      // Reached when the request line or its Host header is not one: nothing of ours has run.
      { errorHandler: () => refuse() },
    ),
  );
  server.timeout = limits.silence;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  server.maxConnections = limits.connections.inAll;
  server.on('connection', capConnections(limits.connections));
  const pace = createBodyPace(limits.body, refuseLate);
  server.on('request', (incoming: IncomingMessage) => pace.watch(incoming));
  server.on('close', () => pace.stop());
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? endLate(socket) : refuseBytes(socket, refuse),
  );
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

function refuseUnread(): Response {
  const response = problemResponse(new Refusal('MALFORMED_REQUEST'), 'none');
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

function refuseLate({ socket }: IncomingMessage) {
  endLate(socket);
  socket.destroySoon();
}

/** RFC 9110, 15.5.9. Without a body: whoever took so long to ask does not read on. */
function endLate(socket: Duplex) {
  if (!socket.writable) return;
  const date = `date: ${new Date().toUTCString()}`;
  socket.end(
    ['HTTP/1.1 408 Request Timeout', date, 'content-length: 0', 'connection: close', '', ''].join('\r\n'),
  );
}

/** What Node cannot read as HTTP gets the same refusal, by hand. */
async function refuseBytes(socket: Duplex, refuse: () => Response) {
  if (!socket.writable) return;
  const response = refuse();
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const date = response.headers.has('date') ? [] : [`date: ${new Date().toUTCString()}`];
  socket.end(
    ['HTTP/1.1 400 Bad Request', ...headers, length, ...date, 'connection: close', '', body].join('\r\n'),
  );
}
