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

/** One throw-away PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  const cluster = startCluster();
  if (!cluster) {
    console.error(skipped);
    project.provide('postgresUrl', null);
    return () => console.error(skipped);
  }
  const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
  await admin.query('CREATE DATABASE template_migrated');
  await admin.close();
  const template = await openPostgres({ url: cluster.url('template_migrated'), connections: 1 });
  await migrate(template);
  await template.close();
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
