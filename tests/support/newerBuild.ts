import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The product at `origin` under an address of its own, whose build a test can make a newer one. */
export async function serveNewerBuild(origin: string) {
  let isNewer = false;
  const server = createServer((incoming, answer) => {
    const { host, port } = new URL(origin);
    const { 'accept-encoding': _coding, 'if-none-match': _known, ...headers } = incoming.headers;
    const asked = request(
      {
        hostname: 'localhost',
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, host },
      },
      (told) => {
        if (!isNewer || incoming.url !== '/shellWorker.js') {
          answer.writeHead(told.statusCode ?? 502, told.headers);
          told.pipe(answer);
          return;
        }
        const { 'content-length': _length, etag: _etag, ...rest } = told.headers;
        answer.writeHead(200, rest);
        told.setEncoding('utf8').on('data', (text: string) => {
          answer.write(text.replace('"revision":"', '"revision":"newer '));
        });
        told.on('end', () => answer.end());
      },
    );
    asked.on('error', () => answer.destroy());
    incoming.pipe(asked);
  }).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    publish() {
      isNewer = true;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
