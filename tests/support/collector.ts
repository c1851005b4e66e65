import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Told {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly body: unknown;
}

/** A collector of traces that keeps what it is told, and answers each time with the next of `statuses`, the last one from then on. */
export async function collector(...statuses: number[]) {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    told.push({ url: request.url, token: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://localhost:${(server.address() as AddressInfo).port}/`, told };
}
