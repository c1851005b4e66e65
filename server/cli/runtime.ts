import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { operatorNames } from '../../contract/operatorNames.ts';
import { streamPulse } from '../../contract/rates.ts';
import { phoneSecond } from '../auth/captcha.ts';
import { createSealer, opensFactors, resealFactors } from '../auth/sealed.ts';
import { createLeases } from '../background/leases.ts';
import { recorded } from '../background/recorded.ts';
import { type Rounds, repeat } from '../background/rounds.ts';
import { systemClock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { migrate } from '../database/migrate.ts';
import { openPglite } from '../database/pglite.ts';
import { openPostgres } from '../database/postgres.ts';
import { giveRights, mayRewrite, prepareRole } from '../database/role.ts';
import type { DemoChain } from '../demo/chain/demoChain.ts';
import type { DemoProviders } from '../demo/demoProviders.ts';
import { seedDemoKyc } from '../demo/kyc.ts';
import { moveMarket } from '../demo/market.ts';
import { claimPurpose } from '../demo/purpose.ts';
import { seedDemo } from '../demo/seed.ts';
import { smtpMailer } from '../email/mailer.ts';
import { type Files, FilesOutage, filesInBucket, filesInFolder } from '../files/files.ts';
import { createScanner } from '../files/scanner.ts';
import { isStoreOf } from '../files/store.ts';
import { consolePages, loadStaticApp, type StaticApp } from '../http/staticApp.ts';
import { chainTransfers } from '../ledger/backfill.ts';
import { usualExposure } from '../operator/exposure.ts';
import { type FourEyesSettings, usualFourEyes } from '../operator/fourEyes.ts';
import { writeLine } from '../operator/logChain.ts';
import { activeOperators } from '../operator/operators.ts';
import {
  ensureFactorKey,
  ensureLedgerKey,
  ensureMetricsToken,
  ensureOperatorToken,
  isTokenOf,
} from '../operator/token.ts';
import { keepFeeds } from '../rates/feeds.ts';
import type { Server, ServerOptions } from '../server.ts';
import { isLoopback, type Settings, urlOf } from '../settings.ts';
import type { ChainSettings } from '../settlement/evm/chainSettings.ts';
import { openChain } from '../settlement/evm/openChain.ts';
import type { PublicChain } from '../tokens/network.ts';
import { openTreasury } from '../treasury/openTreasury.ts';
import { openDataFolder, refuseUnusable } from './dataFolder.ts';
import { StartProblem } from './startProblem.ts';

/** Opens and migrates the database that the settings name. Rejects with a `StartProblem`. */
export async function openDatabase(settings: Settings, log: Logger): Promise<Db> {
  await openDataFolder(settings.dataDir);
  refuseUnusable(settings.dataDir, { isEmbedded: !settings.databaseUrl });
  try {
    const database = await openEngine(settings, log);
    if (await mayRewrite(database.query)) log.warn(mayRewriteWarning);
    return database;
  } catch (error) {
    throw new StartProblem(databaseProblem(error, settings), { cause: error });
  }
}

const mayRewriteWarning =
  'The database user of the server may change and delete transfers: let it create roles (CREATEROLE), or set DATABASE_OWNER_URL and give DATABASE_URL a user that owns nothing.';

/** Migrates as the owner; the server then works as a role with fewer rights where one is available. */
async function openEngine({ databaseUrl, databaseOwnerUrl, dataDir }: Settings, log: Logger): Promise<Db> {
  const hear = (message: string, error: unknown) => log.warn({ reason: String(error) }, message);
  if (!databaseUrl) {
    const database = await openPglite({ dataDir });
    return closingOnError(database, async () => {
      const role = await bringUpToDate(database, log);
      if (role !== null) await database.query(`SET ROLE ${role}`);
      return database;
    });
  }
  const owner = await openPostgres({ url: databaseOwnerUrl ?? databaseUrl, connections: 2, log: hear });
  const role = await closingOnError(owner, async () => {
    const made = await bringUpToDate(owner, log);
    if (databaseOwnerUrl === null) return made;
    const login = decodeURIComponent(new URL(databaseUrl).username);
    if (login !== '') await giveRights(owner, login);
    return null;
  });
  await owner.close();
  return openPostgres({ url: databaseUrl, ...(role === null ? {} : { role }), log: hear });
}

/** Answers the role that the server may use, or null. */
async function bringUpToDate(database: Db, log: Logger): Promise<string | null> {
  await migrate(database, undefined, (migration) =>
    log.warn({ migration }, 'a migration waits for a table that is in use, and is tried again'),
  );
  await chainTransfers(database, (done, total) => log.info({ done, total }, 'transfers were chained'));
  return prepareRole(database);
}

async function closingOnError<T>(database: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

function databaseProblem(error: unknown, { databaseUrl }: Settings): string {
  // A refused connection to a host with two addresses has an empty message; its reason is in the code.
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = (error instanceof Error && error.message) || code || String(error);
  return databaseUrl ? `The database at DATABASE_URL cannot be used: ${reason}` : reason;
}

/**
 * The operator's token: from the settings, otherwise from the data folder; null when `OPERATOR_LOCAL` is off. Rejects with a `StartProblem`
 * when another server on this database made its own token, because then the valid one would depend on which server answers.
 */
export async function operatorTokenOf(settings: Settings, { query }: Db): Promise<string | null> {
  if (!settings.operatorLocal) {
    const operators = await activeOperators(query);
    if (operators.some(({ role }) => role === 'administrator')) return null;
    throw new StartProblem(
      'OPERATOR_LOCAL=off would keep everybody out, because no administrator has set up a login: start without it, and run operator people add NAME --role administrator.',
    );
  }
  const token = settings.operatorToken ?? (await ensureOperatorToken(settings.dataDir));
  const isSame = await isTokenOf(query, token, { replaces: settings.operatorToken !== null });
  if (isSame) return token;
  throw new StartProblem(
    'Another server works on this database with another operator token: set the same OPERATOR_TOKEN for all, or give them the same DATA_DIR.',
  );
}

/** The token with which `/metrics` is read: from the settings, otherwise from the data folder. */
export async function metricsTokenOf({ metricsToken, dataDir }: Settings): Promise<string> {
  return metricsToken ?? ensureMetricsToken(dataDir);
}

/**
 * The key that seals the ledger: from the settings, otherwise from the data folder. On PostgreSQL it comes only from the settings, because
 * several servers share the database but no folder; null without one.
 */
export async function ledgerKeyOf({ ledgerKey, databaseUrl, dataDir }: Settings): Promise<string | null> {
  return ledgerKey ?? (databaseUrl ? null : ensureLedgerKey(dataDir));
}

/**
 * The key that encrypts second factors, found like the ledger's, and the former one. Rejects with a `StartProblem` when this database was
 * encrypted with another key, because then nobody with a second factor could log in. While a former key is set, what it opens is encrypted
 * again under the current one.
 */
export async function factorKeysOf(settings: Settings, { query }: Db, log: Logger) {
  const { factorKey, formerFactorKey, databaseUrl, dataDir } = settings;
  const key = factorKey ?? (databaseUrl ? null : await ensureFactorKey(dataDir));
  const sealer = createSealer(key, formerFactorKey);
  if (!(await opensFactors(query, sealer))) {
    throw new StartProblem(
      'The second factors in this database were encrypted with another FACTOR_KEY: set that one again, or give the server the DATA_DIR that has its factor-key.',
    );
  }
  if (key === null)
    log.warn(
      'FACTOR_KEY is not set: the secrets of authenticator apps are kept unencrypted in the database.',
    );
  if (formerFactorKey !== null) {
    const count = await resealFactors(query, sealer);
    log.info(
      { count },
      'second factors were encrypted again under FACTOR_KEY; FACTOR_KEY_FORMER opens the rest',
    );
  }
  return { factorKey: key, formerFactorKey };
}

/**
 * What needs a second operator's approval. Settings that let one operator do more than usual are written to the operators' log at every
 * start.
 */
export async function fourEyesOf(
  { fourEyes }: Settings,
  { query }: Db,
  log: Logger,
): Promise<FourEyesSettings> {
  const { setting, limit, exposure = usualExposure } = fourEyes;
  const { each, together } = exposure;
  const isMore = each > usualExposure.each || together > usualExposure.together;
  if (setting !== 'off' && limit <= usualFourEyes.limit && !isMore) return fourEyes;
  const daily = `${each / 1_000_000n}/${together / 1_000_000n}`;
  const verb = `FOUR_EYES=${setting} FOUR_EYES_LIMIT=${limit / 1_000_000n} OPERATOR_DAILY_LIMIT=${daily}`;
  const line = { requestId: randomUUID(), at: systemClock.now(), operator: operatorNames.settings, verb };
  await writeLine(query, { ...line, subject: null, address: '', status: 200, isWhole: true });
  log.warn(`${verb}: one operator alone may do what usually waits for another person.`);
  return fourEyes;
}

/**
 * Answers whether this is a demo, and seeds its account. A demo is an embedded database on a loopback address without the production flag.
 * The purpose of a data folder never changes: a real one never becomes a demo, and a demo is never served as real.
 */
export async function prepareDemo(settings: Settings, database: Db, files: Files): Promise<boolean> {
  const wanted = !settings.production && !settings.databaseUrl && isLoopback(settings.host);
  const purpose = await claimPurpose(database, wanted ? 'demo' : 'live');
  if (purpose === 'demo' && !wanted) {
    throw new StartProblem(
      `DATA_DIR ${settings.dataDir} holds the demo, whose password is public: set DATA_DIR to another folder for a real wallet.`,
    );
  }
  if (purpose === 'demo') {
    await seedDemo(database, systemClock.now());
    await seedDemoKyc(database, files, systemClock.now());
  }
  return purpose === 'demo';
}

/** The URLs of the app and of the operators' API: the addresses that the server listens on, and the public ones. */
export function ownUrlsOf(
  { host, port, publicUrl, operatorHost, operatorPublicUrl }: Settings,
  operatorPort: () => number,
): NonNullable<ServerOptions['ownUrls']> {
  const told = (url: string | null) => (url === null ? [] : [url]);
  return {
    app: () => [urlOf(host, port), ...told(publicUrl)],
    operator: () => [urlOf(operatorHost, operatorPort()), ...told(operatorPublicUrl)],
  };
}

/**
 * Opens the store of people's files: a folder closed to other users, or the bucket of the settings. Rejects with a `StartProblem` when the
 * files of this database are in another store.
 */
export async function openFiles({ bucket, dataDir }: Settings, { query }: Db): Promise<Files> {
  const folder = join(dataDir, 'files');
  if (!bucket) await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = bucket ? filesInBucket(bucket) : filesInFolder(folder);
  const isTheirs = await isStoreOf(query, files).catch((error: unknown) => {
    if (!(error instanceof FilesOutage)) throw error;
    throw new StartProblem(
      `People’s files are out of reach: ${error.message}. Check DATA_DIR, or the S3 settings.`,
    );
  });
  if (isTheirs) return files;
  const place = bucket ? `the bucket ${bucket.bucket}` : folder;
  throw new StartProblem(
    `${place} does not hold the files of this database: servers on one database share a bucket (S3_BUCKET) or a DATA_DIR. When files move, all of them move, store-id too.`,
  );
}

/** Opens the chain of the settings; null when they name no node. Rejects with a `StartProblem` that has one line for each mistake. */
export async function openSettlement(
  { chain, network }: Settings,
  database: Db,
  log: Logger,
): Promise<Pick<ServerOptions, 'deposits' | 'settlement' | 'treasury' | 'chainPrices'> | null> {
  if (!chain || !network) {
    await keepFeeds(database.query, []);
    return null;
  }
  const warn = (facts: Record<string, unknown>, message: string) => log.warn(facts, message);
  const opened = await openChain({ settings: chain, network, database, warn });
  if (!opened.ok) throw new StartProblem(opened.problem.join('\n'));
  const { deposits, settlement, prices: chainPrices } = opened.value;
  // Reads prices now, so that the first quotes have them. The first round reports a failure.
  await chainPrices.read(systemClock.now()).catch(() => undefined);
  const treasury = openTreasury(opened.value, { settings: chain, network, database });
  return { treasury, chainPrices, ...(settlement ? { settlement } : { deposits }) };
}

/** The chain, the mail server and the identity provider. The settings come first; a demo uses its own for what they do not name. */
export function outsideWorld(
  {
    network,
    chain: chainSettings,
    mail,
    issuer,
    captchaIterations,
    priceAge,
    limits,
    cooling,
    stepUpAbove,
    recoveryWaitHours,
    quoteLimits,
    proxies,
    hsts,
    securityContact,
    supportEmail,
    imageHosts,
    scanner,
  }: Settings,
  appUrl: string,
  demoProviders: DemoProviders | null,
  chain: Pick<ServerOptions, 'deposits' | 'settlement' | 'treasury' | 'chainPrices'> | null,
  demoChain: DemoChain | null,
): Pick<
  ServerOptions,
  | 'appUrl'
  | 'proxies'
  | 'securityContact'
  | 'supportEmail'
  | 'hsts'
  | 'imageHosts'
  | 'scan'
  | 'settlement'
  | 'deposits'
  | 'treasury'
  | 'chainPrices'
  | 'payer'
  | 'priceAge'
  | 'limits'
  | 'cooling'
  | 'stepUpAbove'
  | 'recoveryWaitHours'
  | 'quoteLimits'
  | 'network'
  | 'chain'
  | 'mailer'
  | 'demandsConfirmation'
  | 'issuer'
  | 'captchaCost'
> {
  const outside = network
    ? { network, ...chain, payer: demoChain, ...(chainSettings && { chain: publicChainOf(chainSettings) }) }
    : {};
  return {
    appUrl,
    proxies,
    hsts,
    imageHosts,
    priceAge,
    limits,
    cooling,
    stepUpAbove,
    recoveryWaitHours,
    quoteLimits,
    ...(scanner ? { scan: createScanner(scanner) } : {}),
    ...(securityContact === null ? {} : { securityContact }),
    ...(supportEmail === null ? {} : { supportEmail }),
    ...outside,
    ...demoProviders?.options,
    ...(issuer ? { issuer } : {}),
    ...(mail ? { mailer: smtpMailer(mail.url, mail.from), demandsConfirmation: true } : {}),
    ...(captchaIterations === null ? {} : { captchaCost: { ...phoneSecond, iterations: captchaIterations } }),
  };
}

function publicChainOf({
  publicRpcUrl,
  explorerUrl,
  nativeCurrency,
  confirmations,
}: ChainSettings): PublicChain {
  return { rpcUrl: publicRpcUrl, explorerUrl, nativeCurrency, confirmations };
}

/** A free port. Links to the app are made before it listens, so its port has to be known first. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, host, resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const settleEvery = 1_000;
const marketEvery = 5_000;
const chainPricesEvery = 10_000;
const auditLooksEvery = 60_000;

/** Milliseconds between two searches for emails to send. */
const noticesEvery = 1_000;

/**
 * Starts the server's repeated work: settlement, prices, the streams' pulse, emails, audit, upkeep, and in a demo the market. What is not
 * of each server by itself has a lease.
 */
export function keepRounds(
  server: Pick<Server, 'receive' | 'pay' | 'audit' | 'sendNotices' | 'pulse' | 'readPrices'>,
  { database, isDemo, demoChain, log }: RoundsWorld,
): Rounds {
  const heard = (subject: string) => recorded({ database, clock: systemClock, log }, subject);
  const leases = createLeases(database);
  const shared = (work: () => Promise<void>, every: number, subject: string) =>
    repeat(work, every, heard(subject), leases(subject, every));
  const rounds = [
    shared(server.receive, settleEvery, 'what arrives'),
    shared(server.pay, settleEvery, 'what leaves'),
    shared(server.audit, auditLooksEvery, 'the audit'),
    // Each email is reserved by one server, and what one cannot send another may.
    repeat(server.sendNotices, noticesEvery, heard('sending emails')),
    repeat(server.pulse, streamPulse, heard('the streams’ pulse')),
    // Each server reads what a unit of gas costs into its own memory; of the prices that they read at once one is stored.
    repeat(server.readPrices, chainPricesEvery, heard('prices of the chain')),
    ...database.upkeep.map(({ subject, every, run }) => repeat(run, every, heard(subject))),
    ...(demoChain ? [repeat(demoChain.step, settleEvery, heard('the demo’s chain'))] : []),
    ...(isDemo ? [repeat(() => moveDemoMarket(database, log), marketEvery, heard('the market'))] : []),
  ];
  return { stop: () => Promise.all(rounds.map((each) => each.stop())) };
}

async function moveDemoMarket(database: Db, log: Logger): Promise<void> {
  const held = await database.transaction((query) => moveMarket(query, systemClock.now()));
  for (const { pair, rate, last } of held) {
    log.warn({ pair, rate, last }, 'a price is held, and its pair not exchanged, until an operator sets one');
  }
}

interface RoundsWorld {
  readonly database: Db;
  readonly isDemo: boolean;
  readonly demoChain: DemoChain | null;
  readonly log: Logger;
}

/** The built app with the origin of its API, and the operators' console; empty when only the server was built. */
export async function builtApp(
  dist: string,
): Promise<{ app?: StaticApp; console?: StaticApp; apiOrigin?: string }> {
  const stamp: unknown = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8').catch(() => '{}'));
  const hasOrigin = typeof stamp === 'object' && stamp !== null && 'apiOrigin' in stamp;
  const folder = join(dist, 'app');
  const consoleFolder = join(dist, 'console');
  return {
    ...(existsSync(folder) ? { app: await loadStaticApp(folder) } : {}),
    ...(existsSync(consoleFolder) ? { console: await loadStaticApp(consoleFolder, consolePages) } : {}),
    ...(hasOrigin && typeof stamp.apiOrigin === 'string' ? { apiOrigin: stamp.apiOrigin } : {}),
  };
}
