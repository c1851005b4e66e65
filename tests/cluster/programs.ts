import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPostgres } from '../../scripts/postgres.mjs';

export interface Programs {
  readonly haproxy: string;
  readonly pgAutoctl: string;
  readonly openssl: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place));
}

/** The programs of the reference deployment, or one sentence that says which Debian packages are missing. */
export function findPrograms(): Programs | string {
  const [haproxy, pgAutoctl, openssl, postgres] = [
    find('haproxy'),
    find('pg_autoctl'),
    find('openssl'),
    findPostgres(),
  ];
  if (haproxy && pgAutoctl && openssl && postgres) return { haproxy, pgAutoctl, openssl, postgres };
  const missing = [
    ...(haproxy ? [] : ['haproxy']),
    ...(pgAutoctl && postgres ? [] : ['postgresql-15-auto-failover', 'pg-auto-failover-cli']),
    ...(openssl ? [] : ['openssl']),
  ];
  return `The cluster was not run: install the Debian packages ${missing.join(', ')}.`;
}
