import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Rounds } from '../background/rounds.ts';
import { systemClock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import type { DemoChain } from '../demo/chain/demoChain.ts';
import { type DemoProviders, openDemoProviders } from '../demo/demoProviders.ts';
import { demoSignIn } from '../demo/seed.ts';
import { createDecoder, type Decoder } from '../files/decoder.ts';
import { type Listening, listen } from '../http/listen.ts';
import { createLog } from '../http/log.ts';
import { keepOperatorAddress } from '../operator/address.ts';
import { createServer, type Server } from '../server.ts';
import { readSettings, type Settings, urlOf } from '../settings.ts';
import { chainLine, openChainOfDemo, payOverDemoChain, withDemoChain } from './demoChain.ts';
import {
  factorKeysOf,
  fourEyesOf,
  keepRounds,
  ledgerKeyOf,
  openDatabase,
  openFiles,
  openSettlement,
  operatorTokenOf,
  outsideWorld,
  ownUrlsOf,
  prepareDemo,
} from './runtime.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

// This module is reloaded after every change of the server's code. The globals keep the database open meanwhile, because this process holds
// the lock on its folder.
declare global {
  var zestoDevDatabase: Promise<{ database: Db; isDemo: boolean }> | undefined;
  var zestoDevDemoProviders: Promise<DemoProviders> | undefined;
  var zestoDevDemoChain: Promise<DemoChain | null> | undefined;
  var zestoDevRounds: Rounds | undefined;
  var zestoDevDecoder: Decoder | undefined;
  var zestoDevServer: Server | undefined;
  var zestoDevOperator: Listening | undefined;
}

let mounted: Promise<Middleware> | undefined;

/**
 * The API as a middleware of Vite's server; other requests are passed on. `consoleHeaders` are the headers with which Vite serves the
 * operators' console, `decoderProgram` builds the decoder's program.
 * @public Loaded by vite.config.ts, by name.
 */
export function mountApi(
  consoleHeaders: Readonly<Record<string, string>>,
  decoderProgram: () => Promise<string>,
): Promise<Middleware> {
  mounted ??= mount(consoleHeaders, decoderProgram).catch((error: unknown) => {
    // The next request tries again: another process may have released the folder by then.
    mounted = undefined;
    globalThis.zestoDevDatabase = undefined;
    throw error;
  });
  return mounted;
}

async function mount(
  consoleHeaders: Readonly<Record<string, string>>,
  decoderProgram: () => Promise<string>,
): Promise<Middleware> {
  const read = readSettings(process.env);
  if (!read.ok) throw new Error(read.problem.join('\n'));
  const settings = read.value;
  const log = createLog(settings.logLevel ?? 'warn');
  globalThis.zestoDevDatabase ??= openFirst(settings, log);
  const { database, isDemo } = await globalThis.zestoDevDatabase;
  const url = settings.publicUrl ?? urlOf(settings.host, settings.port);
  if (isDemo) globalThis.zestoDevDemoProviders ??= openDemoProviders({ ...settings, url }, console.log);
  const demoProviders = (await globalThis.zestoDevDemoProviders) ?? null;
  if (isDemo) globalThis.zestoDevDemoChain ??= openChainFirst(settings, database);
  const demoChain = (await globalThis.zestoDevDemoChain) ?? null;
  const outside = withDemoChain(settings, demoChain);
  const chain = await openSettlement(outside, database, log);
  globalThis.zestoDevDecoder?.close();
  const decoder = createDecoder({
    program: decoderProgram,
    warn: (facts, message) => log.warn(facts, message),
  });
  globalThis.zestoDevDecoder = decoder;
  const server = createServer({
    ...outsideWorld(outside, url, demoProviders, chain, demoChain),
    database,
    clock: systemClock,
    log,
    files: await openFiles(settings, database),
    decoder,
    operatorUrl: () =>
      settings.operatorPublicUrl ??
      urlOf(settings.operatorHost, globalThis.zestoDevOperator?.port ?? settings.operatorPort),
    ...(isDemo && {
      ownUrls: ownUrlsOf(settings, () => globalThis.zestoDevOperator?.port ?? settings.operatorPort),
    }),
    operatorToken: await operatorTokenOf(settings, database),
    ledgerKey: await ledgerKeyOf(settings),
    ...(await factorKeysOf(settings, database, log)),
    fourEyes: await fourEyesOf(settings, database, log),
  });
  if (demoChain) await payOverDemoChain(demoChain, server, { database, log });
  await globalThis.zestoDevOperator?.stop(0);
  const isFirst = globalThis.zestoDevOperator === undefined;
  globalThis.zestoDevOperator = await listen(withDevConsole(server, url, consoleHeaders), {
    host: settings.operatorHost,
    port: settings.operatorPort,
  });
  const operatorUrl = urlOf(settings.operatorHost, globalThis.zestoDevOperator.port);
  await keepOperatorAddress(settings.dataDir, operatorUrl);
  if (isFirst) console.log(`For operators: ${operatorUrl}`);
  await globalThis.zestoDevRounds?.stop();
  globalThis.zestoDevServer?.retire();
  globalThis.zestoDevServer = server;
  globalThis.zestoDevRounds = keepRounds(server, { database, isDemo, demoChain, log });
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

/** The operators' address. Vite serves everything except the API here, without a content security policy, as everywhere in development. */
function withDevConsole(
  server: Server,
  viteUrl: string,
  consoleHeaders: Readonly<Record<string, string>>,
): Server['operate'] {
  return async (request, peer) => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || /^\/(?:api\/|healthz$)/.test(pathname))
      return server.operate(request, peer);
    const path = pathname === '/' ? '/console.html' : pathname;
    const { status, headers, body } = await fetch(`${viteUrl}${path}${search}`, { headers: consoleHeaders });
    const type = headers.get('content-type');
    return new Response(body, { status, headers: type === null ? {} : { 'content-type': type } });
  };
}

async function openFirst(settings: Settings, log: Logger) {
  const database = await openDatabase(settings, log);
  const isDemo = await prepareDemo(settings, database, await openFiles(settings, database));
  if (isDemo) console.log(`Demo login: ${demoSignIn.email}  ${demoSignIn.password}`);
  return { database, isDemo };
}

async function openChainFirst(settings: Settings, database: Db): Promise<DemoChain | null> {
  const chain = await openChainOfDemo({ settings, database, print: console.log });
  if (chain) console.log(chainLine(chain));
  return chain;
}
