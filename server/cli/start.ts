import cluster from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { brandName } from '../../contract/brand.ts';
import type { Rounds } from '../background/rounds.ts';
import { systemClock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { tracedDatabase } from '../database/traced.ts';
import type { DemoChain } from '../demo/chain/demoChain.ts';
import { type DemoProviders, openDemoProviders } from '../demo/demoProviders.ts';
import { demoSignIn } from '../demo/seed.ts';
import { createDecoder, type Decoder } from '../files/decoder.ts';
import { limitsBehind } from '../http/listen.ts';
import { createLog } from '../http/log.ts';
import { processRegistry } from '../metrics/processRegistry.ts';
import { createSpanExporter, type SpanExporter } from '../metrics/spanExporter.ts';
import { forgetOperatorAddress, keepOperatorAddress } from '../operator/address.ts';
import { createServer, type Server } from '../server.ts';
import { readSettings, type Settings, urlOf } from '../settings.ts';
import { createTracer } from '../tracing/span.ts';
import { chainLine, openChainOfDemo, payOverDemoChain, withDemoChain } from './demoChain.ts';
import { freePortOf, open } from './openPort.ts';
import {
  builtApp,
  factorKeysOf,
  fourEyesOf,
  keepRounds,
  ledgerKeyOf,
  metricsTokenOf,
  openDatabase,
  openFiles,
  openSettlement,
  operatorTokenOf,
  outsideWorld,
  ownUrlsOf,
  prepareDemo,
} from './runtime.ts';
import { StartProblem } from './startProblem.ts';
import { keepUpkeep } from './upkeep.ts';
import { keepWorkers, sameSignal, workerMembership } from './workers.ts';

const finishWithin = 10_000;

const settings = readSettings(process.env);
if (settings.ok) {
  await run(settings.value).catch((error: unknown) => {
    if (!(error instanceof StartProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  });
} else {
  for (const mistake of settings.problem) console.error(mistake);
  process.exit(1);
}

async function run(given: Settings) {
  const settings = { ...given, port: given.port || (await freePortOf(given)) };
  const { logLevel, production, workers, port } = settings;
  // At a terminal only warnings are logged, because a person wants to see the address and not a line of JSON for each request.
  const quiet = process.stdout.isTTY && !production;
  const log = createLog(logLevel ?? (quiet ? 'warn' : 'info'));
  if (workers === 1 || !cluster.isPrimary) return start(settings, log);
  process.env.PORT = String(port);
  process.exit(await keepWorkers({ count: workers, program: import.meta.filename, log }));
}

async function start(settings: Settings, log: Logger) {
  const membership = workerMembership();
  const exporter = settings.traces && createSpanExporter(settings.traces, log);
  const opened = await openDatabase(settings, log);
  const database = exporter ? tracedDatabase(opened) : opened;
  try {
    const files = await openFiles(settings, database);
    const isDemo = await prepareDemo(settings, database, files);
    const url = settings.publicUrl ?? urlOf(settings.host, settings.port);
    const demoProviders = isDemo ? await openDemoProviders({ ...settings, url }, console.log) : null;
    const demoChain = isDemo ? await openChainOfDemo({ settings, database, print: console.log }) : null;
    const outside = withDemoChain(settings, demoChain);
    const chain = await openSettlement(outside, database, log);
    const decoder = createDecoder({
      program: async () => join(import.meta.dirname, 'decoder.js'),
      warn: (facts, message) => log.warn(facts, message),
    });
    const server = createServer({
      ...outsideWorld(outside, url, demoProviders, chain, demoChain),
      database,
      clock: systemClock,
      log,
      files,
      decoder,
      operatorUrl: () => settings.operatorPublicUrl ?? urlOf(settings.operatorHost, operator.port),
      ...(isDemo && { ownUrls: ownUrlsOf(settings, () => operator.port) }),
      operatorToken: await operatorTokenOf(settings, database),
      metricsToken: await metricsTokenOf(settings),
      registry: processRegistry(),
      ...(exporter && { tracer: createTracer(exporter.keep) }),
      ...(membership && { otherProcesses: membership.others }),
      ledgerKey: await ledgerKeyOf(settings),
      ...(await factorKeysOf(settings, database, log)),
      fourEyes: await fourEyesOf(settings, database, log),
      ...(await builtApp(join(import.meta.dirname, '..'))),
    });
    if (demoChain) await payOverDemoChain(demoChain, server, { database, log });
    const { operatorHost, operatorPort, dataDir } = settings;
    const operatorAt = { host: operatorHost, port: operatorPort };
    const operator = await open(server.operate, operatorAt, 'OPERATOR_PORT', 'OPERATOR_HOST', server.refuse);
    const operatorUrl = urlOf(operatorHost, operator.port);
    await keepOperatorAddress(dataDir, operatorUrl);
    const limits = limitsBehind(settings.proxies);
    const listening = await open(server.fetch, settings, 'PORT', 'HOST', server.refuse, limits);
    const upkeep = keepUpkeep({ database, files, clock: systemClock, log });
    const rounds = keepRounds(server, { database, isDemo, demoChain, log });
    const close = async () => {
      const noticed = wait(settings.drainSeconds * 1_000);
      await Promise.all([
        forgetOperatorAddress(dataDir, operatorUrl),
        listening.stop(finishWithin, noticed),
        operator.stop(finishWithin, noticed),
      ]);
    };
    stopOnSignals({ server, close, database, decoder, upkeep, rounds, demoProviders, demoChain, exporter });
    membership?.ready(server.figures);
    if (membership?.isFirst ?? true)
      greet(urlOf(settings.host, listening.port), operatorUrl, demoProviders, demoChain);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

function greet(
  url: string,
  operatorUrl: string,
  demoProviders: DemoProviders | null,
  demoChain: DemoChain | null,
) {
  console.log(`${brandName} is ready: ${url}`);
  console.log(`For operators:  ${operatorUrl}`);
  if (demoProviders) {
    console.log(`Demo login:     ${demoSignIn.email}  ${demoSignIn.password}`);
    console.log(`Demo mailbox:   ${demoProviders.mailboxUrl}`);
  }
  if (demoChain) console.log(chainLine(demoChain));
  console.log('Ctrl+C stops it.');
}

interface Running {
  readonly server: Server;
  /** Accepts requests until balancers have noticed, and resolves when all are answered. */
  readonly close: () => Promise<void>;
  readonly database: Db;
  readonly decoder: Decoder;
  readonly upkeep: Rounds;
  readonly rounds: Rounds;
  readonly demoProviders: DemoProviders | null;
  readonly demoChain: DemoChain | null;
  readonly exporter: SpanExporter | null;
}

/** The first signal finishes running work and exits; a second one exits at once. */
function stopOnSignals(running: Running) {
  let since: number | null = null;
  const onSignal = () => {
    if (since !== null && performance.now() - since > sameSignal) process.exit(1);
    if (since !== null) return;
    since = performance.now();
    stop(running).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

async function stop(running: Running) {
  const { server, close, database, decoder, upkeep, rounds, demoProviders, demoChain, exporter } = running;
  server.retire();
  await close();
  await Promise.all([rounds.stop(), upkeep.stop()]);
  await server.rest();
  decoder.close();
  // What cannot be ended must not leave the rest open.
  const ended = await Promise.allSettled([demoProviders?.stop(), demoChain?.stop()]);
  const closed = await Promise.allSettled([database.close(), exporter?.stop()]);
  for (const each of [...ended, ...closed]) if (each.status === 'rejected') throw each.reason;
}
