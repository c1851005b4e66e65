import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterDeath } from '../../scripts/afterDeath.mjs';
import { findPostgres } from '../../scripts/postgres.mjs';

export interface Cluster {
  /** Where the programs are (`pgbench`, `psql`). */
  readonly bin: string;
  /** The folder of its socket, the `-h` of the programs. */
  readonly socket: string;
  url(database: string): string;
  stop(): void;
}

export interface Person {
  readonly uid: number;
  readonly gid: number;
}

export const clusterUser = 'zesto';

/** Starts a PostgreSQL that lives in a temporary folder and listens on a socket in it only, or answers undefined without its programs. A test kills Zesto and never the cluster, so that only a bench asks for a `durable` one. */
export function startCluster({ durable = false } = {}): Cluster | undefined {
  const bin = findPostgres();
  if (!bin) return undefined;
  const socket = mkdtempSync(join(tmpdir(), 'zesto-pg-'));
  const data = join(socket, 'data');
  const person = ordinaryPerson();
  if (person) chownSync(socket, person.uid, person.gid);
  const run = (program: string, ...args: string[]) => {
    const { status, stderr, error } = spawnSync(join(bin, program), args, {
      ...person,
      cwd: socket,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  };
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    process.off('exit', stop);
    try {
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w', '-s');
    } finally {
      rmSync(socket, { recursive: true, force: true });
    }
  };
  try {
    run('initdb', '-D', data, '-U', clusterUser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
    const forgetful = durable
      ? ''
      : ' -c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0';
    const settings = `-k ${socket} -c listen_addresses= -c max_connections=200${forgetful}`;
    run('pg_ctl', 'start', '-D', data, '-w', '-s', '-l', join(socket, 'log'), '-o', settings);
  } catch (error) {
    rmSync(socket, { recursive: true, force: true });
    throw error;
  }
  process.on('exit', stop);
  // PostgreSQL is no child of this process: after a SIGKILL it would run on, with its data in the temporary folder.
  const end = '"$1" stop -D "$2/data" -m immediate -s; rm -rf "$2"';
  afterDeath(end, [join(bin, 'pg_ctl'), socket], person);
  return {
    bin,
    socket,
    url: (database) => `postgres://${clusterUser}@localhost/${database}?host=${encodeURIComponent(socket)}`,
    stop,
  };
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or else as nobody. */
export function ordinaryPerson(): Person | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'));
  const [, , uid = '65534', gid = '65534'] = entry?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
