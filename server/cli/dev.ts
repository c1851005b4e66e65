import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { systemClock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { demoSignIn } from '../demo/seed.ts';
import { createLog } from '../http/log.ts';
import { createServer } from '../server.ts';
import { readSettings, type Settings } from '../settings.ts';
import { openDatabase, operatorTokenOf, prepareDemo } from './runtime.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

// This module is loaded anew with every change of the server's code. The database stays open over that:
// its folder is locked by this very process.
declare global {
  var zestoDevDatabase: Promise<Db> | undefined;
}

/** The API as a middleware of Vite's server. What is not the API's is passed on. */
export async function mountApi(): Promise<Middleware> {
  const read = readSettings(process.env);
  if (!read.ok) throw new Error(read.problem.join('\n'));
  const settings = read.value;
  const log = createLog(settings.logLevel ?? 'warn');
  globalThis.zestoDevDatabase ??= openFirst(settings);
  const server = createServer({
    database: await globalThis.zestoDevDatabase,
    clock: systemClock,
    log,
    operatorToken: await operatorTokenOf(settings),
  });
  const listener = getRequestListener(
    (request, { incoming }) =>
      server.fetch(request, { address: incoming.socket?.remoteAddress ?? 'unknown' }),
    { overrideGlobalObjects: false },
  );
  return (request, response, next) => {
    if (/^\/(?:api\/|healthz$|readyz$)/.test(request.url ?? '')) listener(request, response);
    else next();
  };
}

async function openFirst(settings: Settings): Promise<Db> {
  const database = await openDatabase(settings, createLog('warn'));
  if (await prepareDemo(settings, database)) {
    console.log(`Demo sign-in: ${demoSignIn.email}  ${demoSignIn.password}`);
  }
  return database;
}
