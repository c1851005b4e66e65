import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgres } from './scripts/postgres.mjs';
import { TableReporter } from './tests/support/replay/tableReporter.ts';
import { RunReporter } from './tests/support/runReporter.ts';

/** A wait ends when what it waits for is there; its limit only guards against hanging. Projects do not inherit it. */
const patient = { poll: { timeout: 30_000 } };

/**
 * The server's suite runs once on each database engine, in few processes that keep what they have loaded: a test changes
 * nothing but its own server and database.
 */
const server = {
  include: ['tests/server/**/*.test.ts'],
  environment: 'node' as const,
  isolate: false,
  expect: patient,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** The database of tests whose subject is the app: the quicker engine, where it is installed. */
const quickerEngine = findPostgres()
  ? { env: { ENGINE: 'postgres' }, globalSetup: ['tests/support/globalSetupPostgres.ts'] }
  : {};

/** The path of each of the server's tests by its shortened name. */
const serverTests = (names: readonly string[]) => names.map((name) => `tests/server/${name}.test.ts`);

/** What is of the embedded engine, or of the one thread that it shares with the server. */
const withPglite = serverTests([
  'database/{coalesce,folderLock,pglite}',
  'files/fairness',
  'http/{fairQueue,fuzz,limits,pipelining,stall,start}',
]);

/**
 * What depends on the engine: in the gate on both. What a statement answers is the same on both, which are PostgreSQL: the rest of the
 * ledger and of the audit is in the gate once (decision 208).
 */
const withBothEngines = serverTests([
  'database/**/*',
  'ledger/{concurrency,model}',
  'transactions/{races,together}',
  'exchange/moved',
  'deposits/races',
  'rates/stream',
  'background/upkeep',
  'accounts/{active,sessionEnd}',
]);

/**
 * In the long tier: they kill a server at each step, beside a chain up to minutes for each behaviour of its nodes, go through the ways in
 * which nodes contradict each other, or move hundreds to 100,000 of something at once (decision 224).
 */
const longServer = serverTests([
  'audit/slices',
  'chain/{ahead,bulk,depositsKilled,faults,intervals,killedNodes}',
  'deposits/twoRounds',
  'http/{startServers,startWorkers}',
  'identity/loginsKilled',
  'ledger/backfill',
  '{backup,operator,treasury,withdrawals}/killed',
  'transactions/{killed,statementKilled}',
  'treasury/nodes',
  'withdrawals/{bulk,displaced,numbers,raised}',
]);

/**
 * For tests that wait for half of their time: a cluster, timers, a page. They come when the visits of the browser and what is measured in
 * milliseconds are over, with one process more than there are processors.
 */
const afterVisits = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

/** The browser's visits of the gate: what only a browser shows of the daily flows of money, of a login, of the built files. */
const visits = [
  'account',
  'accountEmails',
  'bundle',
  'exchange',
  'frozen',
  'journey',
  'observatory',
  'payments',
  'signInMethods',
].map((name) => `tests/e2e/${name}.test.ts`);

/** What every page looks like, in all sizes, languages and themes. */
const looks = ['look', 'screens', 'feel', 'stateMeasures'].map((name) => `tests/e2e/${name}.test.ts`);

/**
 * What runs in a page of jsdom. The app is loaded once in each process, which takes longer than most of its tests: so all of them are one
 * project, whose processes are kept from file to file.
 */
const page = {
  environment: 'jsdom',
  setupFiles: [
    'tests/support/nodeGlobals.ts',
    'tests/support/ownerStacks.ts',
    'tests/support/browser.ts',
    'tests/support/quietConsole.ts',
  ],
  expect: patient,
  isolate: false,
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

const e2e = {
  environment: 'node' as const,
  isolate: false,
  globalSetup: ['tests/support/globalSetupE2e.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A page changes in its own time: what it shows is asked until it is so (tests/toolchain/browserReads.test.ts).
  expect: patient,
  fileParallelism: false,
};

/** Temporary folders lie in memory where it holds 2 GB of files: on a disk the hundreds of databases wait for each other's writes. */
function hasFilesInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 2 * 2 ** 30;
  } catch {
    return false;
  }
}
if (hasFilesInMemory()) process.env.TMPDIR ??= '/dev/shm';

/**
 * By size, as vitest sorts what it has not run before, but for the replays: their files are short and take longest, and the last file
 * of a run is waited for.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isReplay = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/replay/');
    return [...sorted.filter(isReplay), ...sorted.filter((file) => !isReplay(file))];
  }
}

// Dates are drawn in the zone of whoever reads: the tests' expectations are those of one.
process.env.TZ = 'UTC';

export default defineConfig({
  test: {
    reporters: ['default', new TableReporter(), new RunReporter()],
    // Half of the time of a file is waiting: two processors carry two files, and the visits of the browser beside them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [
      {
        name: 'long',
        description:
          'Not in the gate, because another test there shows the same in another way (docs/testing.md).',
      },
    ],
    sequence: { sequencer: LongestFirst },
    // A worker that closes its servers beside a full machine is not stuck.
    teardownTimeout: 60_000,
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'tests/contract/**/*.test.ts',
            'tests/machines/**/*.test.ts',
            'tests/locales/**/*.test.ts',
            'tests/toolchain/**/*.test.ts',
            'tests/walks/**/*.test.ts',
          ],
          isolate: false,
          expect: patient,
          testTimeout: 60_000,
          // openapi-typescript draws with TypeScript's own functions, which TypeScript 7 no longer has.
          alias: { typescript: 'typescript-5' },
          server: { deps: { inline: ['openapi-typescript'] } },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...page,
          ...quickerEngine,
          ...afterVisits,
          name: 'app',
          include: ['tests/{app,components,replay,screens,services}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...server,
          name: 'server-pglite',
          include: [...withPglite, ...withBothEngines],
          env: { ENGINE: 'pglite' },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...server,
          name: 'server-postgres',
          exclude: [...withPglite, ...longServer],
          ...afterVisits,
          env: { ENGINE: 'postgres', COUNT: process.env.COUNT ?? '1000' },
          globalSetup: ['tests/support/globalSetupPostgres.ts'],
        },
      },
      { extends: './vite.config.ts', test: { ...e2e, name: 'e2e', include: visits } },
      // The long tier (docs/testing.md): the rest of the server on PGlite, and the other visits.
      {
        extends: './vite.config.ts',
        test: {
          ...server,
          name: 'long-pglite',
          exclude: [...withPglite, ...withBothEngines, ...longServer],
          env: { ENGINE: 'pglite' },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...server,
          name: 'long-postgres',
          include: longServer,
          env: { ENGINE: 'postgres' },
          globalSetup: ['tests/support/globalSetupPostgres.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        // Not in `long-pglite`, which is in the gate where there is no PostgreSQL.
        test: { ...server, name: 'longer-pglite', include: longServer, env: { ENGINE: 'pglite' } },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...e2e,
          name: 'long-e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...visits, ...looks],
        },
      },
      { extends: './vite.config.ts', test: { ...e2e, name: 'long-looks', include: looks } },
      {
        extends: './vite.config.ts',
        test: {
          ...page,
          name: 'long-screens',
          // In one run with the visits, which have one process: after them.
          sequence: { groupOrder: 1 },
          include: ['tests/{components,screens}/**/*.test.{ts,tsx}', 'tests/replay/unreached.test.ts'],
          env: { SCREENS: 'every state' },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...page,
          name: 'long-states',
          sequence: { groupOrder: 1 },
          include: ['tests/{screens,replay}/**/*.test.tsx'],
          // It shows that the gate judges announcements and accessibility, which are not judged while states are measured.
          exclude: ['tests/replay/gate.test.tsx'],
          setupFiles: ['tests/support/measuredStates.ts', ...page.setupFiles],
          globalSetup: ['tests/support/globalSetupStates.ts'],
          env: { SCREENS: 'every state, measured' },
        },
      },
    ],
  },
});
