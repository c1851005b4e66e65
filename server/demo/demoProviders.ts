import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { html } from 'hono/html';
import { isOwnName } from '../http/ownNames.ts';
import type { ServerOptions } from '../server.ts';
import { isLoopback, type Settings, urlOf } from '../settings.ts';
import { sendPage } from './html.ts';
import { createIdentityProvider, demoClientId } from './identityProvider.ts';
import { createMailbox } from './mailbox.ts';

/** The demo's identity provider and mailbox, on a port of their own. */
export interface DemoProviders {
  readonly mailboxUrl: string;
  readonly options: Pick<ServerOptions, 'mailer' | 'issuer'>;
  stop(): Promise<void>;
}

/** Headers of every answer except our own pages: a browser has nothing to render in keys, redirects and errors. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * Starts the providers on the port after the app's; on any free port when that is taken or the operator's. Only this machine can reach it.
 */
export async function openDemoProviders(
  app: Pick<Settings, 'host' | 'port' | 'operatorPort'> & { readonly url: string },
  print: (line: string) => void,
): Promise<DemoProviders> {
  if (!isLoopback(app.host)) throw new Error(`the demo is not for ${app.host}`);
  let listener: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  const next = app.port + 1 === app.operatorPort ? app.port + 2 : app.port + 1;
  const port = await listenAt(server, app.host, next).catch(() => listenAt(server, app.host, 0));
  const url = urlOf(app.host, port);
  const mailbox = createMailbox(print);
  const provider = await createIdentityProvider(url, app.url);
  listener = (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!isOwnName(request.headers.host, [url])) void refuseName(response, app.url);
    else if (request.url === '/mailbox') void mailbox.show(response);
    else provider(request, response);
  };
  return {
    mailboxUrl: `${url}/mailbox`,
    options: {
      mailer: mailbox,
      issuer: { name: 'Demo ID', url, clientId: demoClientId, keptAs: 'urn:zesto:demo' },
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuseName(response: ServerResponse, appUrl: string): Promise<void> {
  const body = html`<p>Nothing of the demo is at this address. <a href="${appUrl}">Open the app</a></p>`;
  return sendPage(response, 421, { title: 'Wrong address', body });
}

function listenAt(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port > 65_535 ? 0 : port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
