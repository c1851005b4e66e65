import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { problemResponse, Refusal } from './refusal.ts';

/** Answers a request; `address` is the caller's. */
export type Fetch = (request: Request, peer: { readonly address: string }) => Promise<Response>;

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Takes no new connections, lets running requests finish for at most `deadline` milliseconds, then cuts them off. */
  stop(deadline: number): Promise<void>;
}

/** Opens the port. Rejects with Node's error (EADDRINUSE, EACCES, EADDRNOTAVAIL, ENOTFOUND). */
export async function listen(
  fetch: Fetch,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(
    getRequestListener(
      (request, { incoming }) => fetch(request, { address: incoming.socket?.remoteAddress ?? 'unknown' }),
      // Reached when the request line or its Host header is not one: nothing of ours has run.
      { errorHandler: () => refuseUnread() },
    ),
  );
  // A person on a slow line fills the header slowly; a program that never finishes it holds a socket.
  server.headersTimeout = 20_000;
  // Ten megabytes from a phone with a weak signal.
  server.requestTimeout = 300_000;
  server.on('clientError', (_error, socket) => refuseBytes(socket));
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

/** What Node cannot read as HTTP gets the same refusal, by hand. */
async function refuseBytes(socket: Duplex) {
  if (!socket.writable) return;
  const response = refuseUnread();
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const date = `date: ${new Date().toUTCString()}`;
  socket.end(
    ['HTTP/1.1 400 Bad Request', ...headers, length, date, 'connection: close', '', body].join('\r\n'),
  );
}
