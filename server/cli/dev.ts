import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Rounds } from '../background/rounds.ts';
import { systemClock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { type DemoProviders, openDemoProviders } from '../demo/demoProviders.ts';
import { demoSignIn } from '../demo/seed.ts';
import { type Listening, listen } from '../http/listen.ts';
import { createLog } from '../http/log.ts';
import { keepOperatorAddress } from '../operator/address.ts';
import { createServer, type Server } from '../server.ts';
import { readSettings, type Settings, urlOf } from '../settings.ts';
import {
  keepRounds,
  ledgerKeyOf,
  openDatabase,
  openFiles,
  openSettlement,
  operatorTokenOf,
  outsideWorld,
  prepareDemo,
} from './runtime.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

// This module is loaded anew after every change of the server's code. The database stays open over that:
// its folder is locked by this very process.
declare global {
  var zestoDevDatabase: Promise<{ database: Db; isDemo: boolean }> | undefined;
  var zestoDevDemoProviders: Promise<DemoProviders> | undefined;
  var zestoDevRounds: Rounds | undefined;
  var zestoDevServer: Server | undefined;
  var zestoDevOperator: Listening | undefined;
}

let mounted: Promise<Middleware> | undefined;

/**
 * The API as a middleware of Vite's server. What is not the API's is passed on.
 * @public Loaded by vite.config.ts, by name.
 */
export function mountApi(): Promise<Middleware> {
  mounted ??= mount().catch((error: unknown) => {
    // The next request tries again: perhaps the other process has let go of the folder by then.
    mounted = undefined;
    globalThis.zestoDevDatabase = undefined;
    throw error;
  });
  return mounted;
}

async function mount(): Promise<Middleware> {
  const read = readSettings(process.env);
  if (!read.ok) throw new Error(read.problem.join('\n'));
  const settings = read.value;
  const log = createLog(settings.logLevel ?? 'warn');
  globalThis.zestoDevDatabase ??= openFirst(settings, log);
  const { database, isDemo } = await globalThis.zestoDevDatabase;
  const url = settings.publicUrl ?? urlOf(settings.host, settings.port);
  if (isDemo) globalThis.zestoDevDemoProviders ??= openDemoProviders({ ...settings, url }, console.log);
  const demoProviders = (await globalThis.zestoDevDemoProviders) ?? null;
  const server = createServer({
    ...outsideWorld(settings, url, demoProviders, database, await openSettlement(settings, database, log)),
    database,
    clock: systemClock,
    log,
    files: await openFiles(settings, database),
    operatorToken: await operatorTokenOf(settings, database),
    ledgerKey: await ledgerKeyOf(settings),
  });
  await globalThis.zestoDevOperator?.stop(0);
  globalThis.zestoDevOperator = await listen(server.operate, {
    host: settings.operatorHost,
    port: settings.operatorPort,
  });
  await keepOperatorAddress(settings.dataDir, urlOf(settings.operatorHost, globalThis.zestoDevOperator.port));
  await globalThis.zestoDevRounds?.stop();
  globalThis.zestoDevServer?.retire();
  globalThis.zestoDevServer = server;
  globalThis.zestoDevRounds = keepRounds(server, { database, isDemo, log });
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

async function openFirst(settings: Settings, log: Logger) {
  const database = await openDatabase(settings, log);
  const isDemo = await prepareDemo(settings, database, await openFiles(settings, database));
  if (isDemo) console.log(`Demo login: ${demoSignIn.email}  ${demoSignIn.password}`);
  return { database, isDemo };
}
