import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { startCluster } from './postgresCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away PostgreSQL's `postgres` database, or null when there is none on this machine. */
    postgresUrl: string | null;
  }
}

const skipped = [
  '',
  '  !!  The server tests did NOT run on PostgreSQL: initdb and pg_ctl were not found.',
  '  !!  Install them (Debian: apt-get install postgresql) to run the suite on both engines.',
  '',
].join('\n');

/** The cluster of the run, and how many projects use it. Each project loads this module anew, so that a variable would not be shared. */
const shared = globalThis as typeof globalThis & {
  testCluster?: { started: Promise<StartedCluster | null>; projects: number };
};

type StartedCluster = { readonly url: string; stop(): void };

async function start(): Promise<StartedCluster | null> {
  const cluster = startCluster();
  if (!cluster) return null;
  const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
  await admin.query('CREATE DATABASE template_migrated');
  await admin.close();
  const template = await openPostgres({ url: cluster.url('template_migrated'), connections: 1 });
  await migrate(template);
  await template.close();
  return { url: cluster.url('postgres'), stop: cluster.stop };
}

/** One throw-away PostgreSQL for all projects of a run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  shared.testCluster ??= { started: start(), projects: 0 };
  const { testCluster } = shared;
  testCluster.projects += 1;
  const cluster = await testCluster.started;
  project.provide('postgresUrl', cluster?.url ?? null);
  if (!cluster) console.error(skipped);
  return () => {
    testCluster.projects -= 1;
    if (testCluster.projects > 0) return;
    if (cluster) cluster.stop();
    else console.error(skipped);
    delete shared.testCluster;
  };
}
