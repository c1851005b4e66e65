import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { streamPulse } from '../../contract/rates.ts';
import { phoneSecond } from '../auth/captcha.ts';
import { recorded } from '../background/recorded.ts';
import { type Rounds, repeat } from '../background/rounds.ts';
import { systemClock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { migrate } from '../database/migrate.ts';
import { openPglite } from '../database/pglite.ts';
import { openPostgres } from '../database/postgres.ts';
import { giveRights, mayRewrite, prepareRole } from '../database/role.ts';
import type { DemoProviders } from '../demo/demoProviders.ts';
import { seedDemoKyc } from '../demo/kyc.ts';
import { moveMarket } from '../demo/market.ts';
import { claimPurpose } from '../demo/purpose.ts';
import { seedDemo } from '../demo/seed.ts';
import { smtpMailer } from '../email/mailer.ts';
import { type Files, FilesOutage, filesInBucket, filesInFolder } from '../files/files.ts';
import { isStoreOf } from '../files/store.ts';
import { loadStaticApp, type StaticApp } from '../http/staticApp.ts';
import { chainTransfers } from '../ledger/backfill.ts';
import { ensureLedgerKey, ensureOperatorToken, isTokenOf } from '../operator/token.ts';
import type { Server, ServerOptions } from '../server.ts';
import { isLoopback, type Settings } from '../settings.ts';
import { createEmbeddedNetwork } from '../settlement/embeddedNetwork.ts';
import { openChain } from '../settlement/evm/openChain.ts';
import { demoNetwork } from '../tokens/network.ts';
import { openDataFolder } from './dataFolder.ts';
import { StartProblem } from './startProblem.ts';

/** Opens the database that the settings name and brings it up to date. Rejects with a `StartProblem`. */
export async function openDatabase(settings: Settings, log: Logger): Promise<Db> {
  await openDataFolder(settings.dataDir);
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

/** The owner brings the database up to date; the server works with less rights where that can be had. */
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

/** Answers the role that the server may take, if there is one. */
async function bringUpToDate(database: Db, log: Logger): Promise<string | null> {
  await migrate(database);
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
  // A refused connection to a name with two addresses has its reason in the code and an empty message.
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = (error instanceof Error && error.message) || code || String(error);
  return databaseUrl ? `The database at DATABASE_URL cannot be used: ${reason}` : reason;
}

/**
 * The operator's token: from the settings, else the one that the data folder keeps. Rejects with a `StartProblem` when another server
 * on this database has made one in a folder of its own: which of the two counts would depend on who answers.
 */
export async function operatorTokenOf(settings: Settings, { query }: Db): Promise<string> {
  const token = settings.operatorToken ?? (await ensureOperatorToken(settings.dataDir));
  const isSame = await isTokenOf(query, token, { replaces: settings.operatorToken !== null });
  if (isSame) return token;
  throw new StartProblem(
    'Another server works on this database with another operator token: set the same OPERATOR_TOKEN for all, or give them the same DATA_DIR.',
  );
}

/**
 * The key of the ledger's seals: from the settings, else the one that the data folder keeps. Several servers can share a PostgreSQL
 * and no folder, so there it is from the settings or there is none.
 */
export async function ledgerKeyOf({ ledgerKey, databaseUrl, dataDir }: Settings): Promise<string | null> {
  return ledgerKey ?? (databaseUrl ? null : ensureLedgerKey(dataDir));
}

/**
 * Whether this is a demo, with its account seeded. A demo is an embedded database on a loopback address without the
 * production flag; a folder that was once used for real stays real, and a demo's folder is never served as real.
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

/**
 * Where people's files are kept: a folder that only this user can look into, or the bucket of the settings. Rejects with a
 * `StartProblem` when the files of this database are in another store.
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

/** The chain of the settings; null when they name no node of it. Rejects with a `StartProblem`, one line for each mistake. */
export async function openSettlement(
  { chain, network }: Settings,
  database: Db,
  log: Logger,
): Promise<Pick<ServerOptions, 'deposits' | 'settlement'> | null> {
  if (!chain || !network) return null;
  const warn = (facts: Record<string, unknown>, message: string) => log.warn(facts, message);
  const opened = await openChain({ settings: chain, network, database, warn });
  if (!opened.ok) throw new StartProblem(opened.problem.join('\n'));
  const { deposits, settlement } = opened.value;
  return settlement ? { settlement } : { deposits };
}

/**
 * The chain, the mail server and the identity provider. The demo brings its own, which are of no use to anybody else; what the
 * settings name comes before them.
 */
export function outsideWorld(
  {
    network,
    mail,
    issuer,
    captchaIterations,
    priceAge,
    limits,
    quoteLimits,
    proxies,
    hsts,
    securityContact,
    supportEmail,
    imageHosts,
  }: Settings,
  appUrl: string,
  demoProviders: DemoProviders | null,
  database: Db,
  chain: Pick<ServerOptions, 'deposits' | 'settlement'> | null,
): Pick<
  ServerOptions,
  | 'appUrl'
  | 'proxies'
  | 'securityContact'
  | 'supportEmail'
  | 'hsts'
  | 'imageHosts'
  | 'settlement'
  | 'deposits'
  | 'embedded'
  | 'priceAge'
  | 'limits'
  | 'quoteLimits'
  | 'network'
  | 'mailer'
  | 'demandsConfirmation'
  | 'issuer'
  | 'captchaCost'
> {
  const embedded = demoProviders && !chain ? createEmbeddedNetwork(database.query) : null;
  const outside = embedded
    ? { settlement: embedded, embedded, network: demoNetwork }
    : network
      ? { network, ...chain }
      : {};
  return {
    appUrl,
    proxies,
    hsts,
    imageHosts,
    priceAge,
    limits,
    quoteLimits,
    ...(securityContact === null ? {} : { securityContact }),
    ...(supportEmail === null ? {} : { supportEmail }),
    ...outside,
    ...demoProviders?.options,
    ...(issuer ? { issuer } : {}),
    ...(mail ? { mailer: smtpMailer(mail.url, mail.from), demandsConfirmation: true } : {}),
    ...(captchaIterations === null ? {} : { captchaCost: { ...phoneSecond, iterations: captchaIterations } }),
  };
}

/** A port that nothing listens on, for who wants any: links to the app are made before it listens. */
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
const auditLooksEvery = 60_000;

/** What the server does by itself: it settles, keeps streams in step, audits the ledger, does what the database leaves to it, and in a demo moves the market. */
export function keepRounds(server: Server, { database, isDemo, log }: RoundsWorld): Rounds {
  const heard = (subject: string) => recorded({ database, clock: systemClock, log }, subject);
  const rounds = [
    repeat(server.settle, settleEvery, heard('settling')),
    repeat(server.pulse, streamPulse, heard('the streams’ pulse')),
    repeat(server.audit, auditLooksEvery, heard('the audit')),
    ...database.upkeep.map(({ subject, every, run }) => repeat(run, every, heard(subject))),
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
  readonly log: Logger;
}

/** The built app and where it looks for its API; nothing when only the server was built. */
export async function builtApp(dist: string): Promise<{ app?: StaticApp; apiOrigin?: string }> {
  const stamp: unknown = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8').catch(() => '{}'));
  const hasOrigin = typeof stamp === 'object' && stamp !== null && 'apiOrigin' in stamp;
  const folder = join(dist, 'app');
  return {
    ...(existsSync(folder) ? { app: await loadStaticApp(folder) } : {}),
    ...(hasOrigin && typeof stamp.apiOrigin === 'string' ? { apiOrigin: stamp.apiOrigin } : {}),
  };
}
