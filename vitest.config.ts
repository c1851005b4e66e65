import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { RunReporter } from './tests/support/runReporter.ts';

/**
 * The server's suite runs once on each database engine, in few processes that keep what they have loaded: a test changes
 * nothing but its own server and database.
 */
const server = {
  include: ['tests/server/**/*.test.ts'],
  environment: 'node' as const,
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** What they test does not reach the database's engine: they run with one of the two. */
const withoutEngine = [
  'accounts/{commonPasswords,passwords}',
  'addresses/derivation',
  'chain/testChain',
  'database/{coalesce,folderLock,pglite}',
  'exchange/pricing',
  'files/{fairness,pdf,socket}',
  'http/{badInput,conventions,fairQueue,fuzz,limits,listen,multipart,patterns,proxies,settings,stall,staticApp}',
  'identity/{demoProvider,mailer}',
  'news/markdown',
  'operator/apiDocs',
  'withdrawals/{fees,keystore,signer}',
].map((files) => `tests/server/${files}.test.ts`);

export default defineConfig({
  test: {
    reporters: ['default', new RunReporter()],
    // Half of the time of a file is waiting: two processors carry two files, and the visits of the browser beside them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
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
          ],
          isolate: false,
          testTimeout: 20_000,
          // openapi-typescript draws with TypeScript's own functions, which TypeScript 7 no longer has.
          alias: { typescript: 'typescript-5' },
          server: { deps: { inline: ['openapi-typescript'] } },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/{components,screens}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/browser.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'browser',
          environment: 'jsdom',
          include: ['tests/{services,app}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/browser.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: './vite.config.ts', test: { ...server, name: 'server-pglite', env: { ENGINE: 'pglite' } } },
      {
        extends: './vite.config.ts',
        test: {
          ...server,
          name: 'server-postgres',
          exclude: withoutEngine,
          env: { ENGINE: 'postgres' },
          globalSetup: ['tests/support/globalSetupPostgres.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/globalSetupE2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
