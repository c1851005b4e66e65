import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { securityHeaders } from '../../server/http/securityHeaders.ts';
import { loadStaticApp } from '../../server/http/staticApp.ts';
import { eightCalls } from './eightCalls.ts';
import { freePort } from './servedBuild.ts';

const run = promisify(execFile);
export const googleClientId = 'client-of-the-build';

/**
 * The app as it is built for a provider of another origin that speaks the eight calls alone, and that provider. The app's files come
 * with the product's policy.
 */
export async function serveWithForeignProvider() {
  const folder = await mkdtemp(join(tmpdir(), 'zesto-foreign-'));
  const [appPort, providerPort] = [await freePort(), await freePort()];
  const appOrigin = `http://localhost:${appPort}`;
  const providerOrigin = `http://localhost:${providerPort}`;
  await run(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    {
      env: {
        ...process.env,
        NODE_ENV: '',
        VITEST: '',
        VITE_API_URL: providerOrigin,
        VITE_GOOGLE_CLIENT_ID: googleClientId,
      },
    },
  );
  const files = await loadStaticApp(folder);
  const headers = securityHeaders({ inlineStyles: files.inlineStyles, apiOrigin: providerOrigin });
  const provider = eightCalls();

  const servers = await Promise.all([
    listen(appPort, (request) => {
      const answer = files.respond(request, new URL(request.url).pathname);
      for (const [name, value] of Object.entries(headers)) answer?.headers.set(name, value);
      return answer ?? new Response(null, { status: 404 });
    }),
    listen(providerPort, async (request) => {
      const isPreflight = request.method === 'OPTIONS';
      const answer = isPreflight ? new Response(null, { status: 204 }) : await provider.fetch(request);
      for (const [name, value] of Object.entries(crossOrigin(appOrigin))) answer.headers.set(name, value);
      return answer;
    }),
  ]);
  return {
    appOrigin,
    providerOrigin,
    provider,
    async close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** No more headers are let in than those that the spec names: JSON and the bearer. */
function crossOrigin(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'content-type, authorization',
    'access-control-allow-methods': 'GET, POST, PUT',
    vary: 'origin',
  };
}

async function listen(
  port: number,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Server> {
  const server = createServer(getRequestListener(fetch));
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return server;
}
