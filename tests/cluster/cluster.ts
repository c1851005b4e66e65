import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterDeath } from '../../scripts/afterDeath.mjs';
import { openPostgres } from '../../server/database/postgres.ts';
import { demoNetwork } from '../../server/demo/chain/network.ts';
import { ordinaryPerson } from '../support/postgresCluster.ts';
import { freePort } from '../support/servedBuild.ts';
import { tied } from '../support/tied.ts';
import { createProcesses, type Running } from './processes.ts';
import type { Programs } from './programs.ts';
import { openRelay, type Relay } from './relay.ts';

/** A part that a fault kills and its service manager starts again. */
export interface Part {
  kill(): Promise<void>;
  start(): void;
}

/** A part that its service manager can also stop. */
interface Service extends Part {
  /** Resolves when it has ended by itself; it stays so until it is started. */
  stop(): Promise<void>;
}

/** A PostgreSQL with its keeper. */
interface Node extends Part {
  readonly name: string;
  /** The folder of its disk. */
  readonly disk: string;
  cutFromMonitor(): void;
  mend(): void;
}

/** The reference deployment on loopback addresses. */
export interface Cluster {
  /** Where people come in, by TLS. */
  readonly origin: string;
  readonly certificate: string;
  readonly operatorToken: string;
  /** The operators' addresses of the servers. */
  readonly operatorOrigins: readonly string[];
  readonly servers: readonly Service[];
  readonly proxy: Part;
  readonly monitor: Part;
  readonly nodes: readonly Node[];
  /** Whether each node's disk is a file system of its own, which can be filled. */
  readonly hasDisks: boolean;
  /** What the monitor says of each node: reported and assigned state. */
  states(): Promise<ReadonlyMap<string, string>>;
  primary(): Promise<Node>;
  standby(): Promise<Node>;
  /** Resolves when one node is the primary, the other its synchronous standby, and every server is ready. */
  isWhole(): Promise<void>;
  stop(): void;
}

/** A service manager waits so long before it starts a part again (RestartSec), in milliseconds. */
export const restartAfter = 1_000;

const operatorToken = 'the-operators-token-of-the-cluster-on-loopback';
const diskSize = '600m';
const keys = {
  LEDGER_KEY: 'the-key-of-the-ledger-of-the-cluster-on-loopback',
  FACTOR_KEY: 'the-key-of-second-factors-of-the-cluster-on-loopback',
};
const manyQuotes = { OPEN_QUOTES: '99999', QUOTES_PER_MINUTE: '99999' };

/** Starts all of it, from the files of deploy/. Rejects when it is not whole in two minutes. */
export async function startCluster(programs: Programs, keepLogs: boolean): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'zesto-cluster-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'pids'), '');
  const person = ordinaryPerson();
  const processes = createProcesses(folder);
  const relays: Relay[] = [];
  const disks: string[] = [];
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    processes.killAll();
    for (const relay of relays) relay.close();
    for (const disk of disks) spawnSync('umount', ['-l', disk]);
    if (keepLogs) console.log(`The logs are in ${folder}.`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  process.on('exit', stop);
  afterDeath(
    `kill -9 $(cat "$1/pids") 2>/dev/null
    for file in "$1"/*/data/postmaster.pid; do kill -9 "$(head -n 1 "$file")" 2>/dev/null; done
    umount -l "$1"/node-* 2>/dev/null
    [ "$2" = keep ] || rm -rf "$1"`,
    [folder, keepLogs ? 'keep' : 'remove'],
  );

  const make = (name: string) => {
    const place = join(folder, name);
    mkdirSync(place);
    if (person) chownSync(place, person.uid, person.gid);
    return place;
  };
  const [home, run] = [make('home'), make('run')];
  const { PATH = '' } = process.env;
  const env = {
    PATH: [programs.postgres, PATH, '/usr/sbin'].join(delimiter),
    ...{ HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: run, TMPDIR: run },
    ...{ PGHOST: run, PG_REGRESS_SOCK_DIR: run, LC_ALL: 'C.UTF-8' },
  };
  const manner = (name: string) => ({ env, person, log: join(folder, `${name}.log`) });
  const autoctl = (name: string, ...args: string[]) => processes.run(programs.pgAutoctl, args, manner(name));
  const psql = (name: string, port: number, database: string, ...args: string[]) =>
    processes.run(
      join(programs.postgres, 'psql'),
      ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-p', String(port), '-d', database, ...args],
      manner(name),
    );
  const pgctl = ['--pgctl', join(programs.postgres, 'pg_ctl'), '--auth', 'trust', '--no-ssl'];

  /** A program that its service manager starts, and starts again when it has ended by itself. */
  function part(begin: () => Running): Service {
    let running: Running | null = null;
    const start = () => {
      const started = begin();
      running = started;
      void started.ended
        .then(() => wait(restartAfter))
        .then(() => {
          if (running === started && !isStopped) start();
        });
    };
    return {
      start,
      async stop() {
        const stopped = running;
        running = null;
        await stopped?.stop();
      },
      async kill() {
        const killed = running;
        running = null;
        await killed?.kill();
      },
    };
  }

  try {
    const monitorPort = await freePort();
    const monitorData = join(make('monitor'), 'data');
    const at = ['--pgdata', monitorData, '--pgport', String(monitorPort), '--hostname', '127.0.0.1'];
    await autoctl('monitor', 'create', 'monitor', ...at, ...pgctl);
    const monitor = part(() =>
      processes.start(programs.pgAutoctl, ['run', '--pgdata', monitorData], manner('monitor')),
    );
    monitor.start();
    await until(() => psql('monitor', monitorPort, 'pg_auto_failover', '-c', 'SELECT 1'));
    await psql('monitor', monitorPort, 'pg_auto_failover', '-f', resolve('deploy/postgres/monitor.sql'));

    const nodes: (Node & { readonly address: string; readonly port: number })[] = [];
    for (const number of [1, 2]) nodes.push(await addNode(number));

    async function addNode(number: number) {
      const name = `node-${number}`;
      const disk = make(name);
      const owner = person ? `,uid=${person.uid},gid=${person.gid}` : '';
      const mount = ['-t', 'tmpfs', '-o', `size=${diskSize},mode=700${owner}`, name, disk];
      if (spawnSync('mount', mount).status === 0) disks.push(disk);
      const port = await freePort();
      // What others reach it by, and where it listens: between both is the relay, in which a test cuts it off.
      const [known, real] = [`127.0.0.${1 + number}`, `127.0.0.${11 + number}`];
      const ofMonitor = (user: string) => user === 'pgautofailover_monitor';
      const inward = await openRelay({ host: known, port }, { host: real, port }, ofMonitor);
      const toMonitor = { host: '127.0.0.1', port: monitorPort };
      const outward = await openRelay({ host: '127.0.0.1', port: 0 }, toMonitor, () => true);
      relays.push(inward, outward);
      const data = join(disk, 'data');
      await autoctl(
        name,
        ...[
          'create',
          'postgres',
          '--name',
          name,
          '--pgdata',
          data,
          '--pghost',
          run,
          '--pgport',
          String(port),
        ],
        ...['--hostname', known, '--listen', real, ...pgctl],
        ...['--monitor', `postgres://autoctl_node@127.0.0.1:${outward.port}/pg_auto_failover`],
      );
      await autoctl(name, 'config', 'set', '--pgdata', data, 'timeout.network_partition_timeout', '6');
      const keeper = part(() => processes.start(programs.pgAutoctl, ['run', '--pgdata', data], manner(name)));
      let guard: Running | null = null;
      const kill = async () => {
        const guarded = guard;
        guard = null;
        await Promise.all([guarded?.kill(), keeper.kill()]);
      };
      const start = () => {
        keeper.start();
        if (!disks.includes(disk)) return;
        // As the unit of a node: who watches its disk ends, and the node with it.
        const started = processes.start(
          'sh',
          [resolve('deploy/postgres/end-when-full.sh'), disk],
          manner(name),
        );
        guard = started;
        void started.ended.then(async () => {
          if (guard === started) await kill();
        });
      };
      start();
      await until(() => psql(name, port, 'postgres', '-c', 'SELECT 1'));
      if (number === 1) {
        await psql(name, port, 'postgres', '-f', resolve('deploy/postgres/primary.sql'));
        // The disks of this cluster are small, and a copy of the primary waits for a checkpoint.
        for (const setting of [
          "wal_keep_size = '32MB'",
          "max_wal_size = '96MB'",
          "checkpoint_timeout = '30s'",
        ])
          await psql(name, port, 'postgres', '-c', `ALTER SYSTEM SET ${setting}`);
        await psql(name, port, 'postgres', '-c', 'SELECT pg_reload_conf()', '-c', 'CHECKPOINT');
      }
      const cutFromMonitor = () => {
        inward.cut();
        outward.cut();
      };
      const mend = () => {
        inward.mend();
        outward.mend();
      };
      return { name, disk, start, kill, cutFromMonitor, mend, address: `${known}:${port}`, port };
    }

    const [https, http, front] = [await freePort(), await freePort(), await freePort()];
    const ports = [await freePort(), await freePort(), await freePort()];
    const operatorPorts = [await freePort(), await freePort(), await freePort()];
    const origin = `https://localhost:${https}`;
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    await processes.run(
      programs.openssl,
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
        ...['-keyout', key, '-out', certificate],
      ],
      { ...manner('openssl'), person: undefined },
    );
    const both = join(folder, 'both.pem');
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
    const proxyEnv: Record<string, string> = {
      PATH,
      WEB_HTTP: `127.0.0.1:${http}`,
      WEB_HTTPS: `127.0.0.1:${https}`,
      WEB_CERTIFICATE: both,
      POSTGRES: `127.0.0.1:${front}`,
      // Whoever runs this need not be root.
      PRIVILEGES: 'keep',
    };
    for (const [index, port] of ports.entries()) proxyEnv[`ZESTO_${index + 1}`] = `127.0.0.1:${port}`;
    for (const [index, { address }] of nodes.entries()) proxyEnv[`POSTGRES_${index + 1}`] = address;
    const proxy = part(() =>
      processes.start(programs.haproxy, ['-db', '-f', resolve('deploy/haproxy.cfg')], {
        env: proxyEnv,
        log: join(folder, 'proxy.log'),
      }),
    );
    proxy.start();

    const contracts = Object.entries(demoNetwork.contracts).map(([token, address]) => `${token}=${address}`);
    const dataDir = join(folder, 'zesto');
    mkdirSync(dataDir);
    const servers = ports.map((port, index) =>
      part(() =>
        processes.start(process.execPath, [...tied, resolve('scripts/start.mjs')], {
          env: {
            ...{ PATH, HOME: folder, NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
            ...{
              PORT: String(port),
              OPERATOR_PORT: String(operatorPorts[index]),
              OPERATOR_TOKEN: operatorToken,
            },
            ...{ PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '5' },
            DATABASE_URL: `postgres://zesto@127.0.0.1:${front}/zesto`,
            DATABASE_OWNER_URL: `postgres://zesto_owner@127.0.0.1:${front}/zesto`,
            ...{ DEPOSIT_XPUB: demoNetwork.xpub, TOKEN_CONTRACTS: contracts.join(',') },
            ...keys,
            ...manyQuotes,
          },
          log: join(folder, `server-${index + 1}.log`),
        }),
      ),
    );
    const isReady = async (port: number) => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      return answer?.ok === true;
    };
    const states = async () => {
      const url = `postgres://autoctl_node@127.0.0.1:${monitorPort}/pg_auto_failover`;
      const db = await openPostgres({ url, connections: 1 });
      try {
        const rows = await db.query<{ name: string; state: string }>(
          'SELECT nodename AS name, reportedstate::text || $1 || goalstate::text AS state FROM pgautofailover.node',
          ['/'],
        );
        return new Map(rows.map(({ name, state }) => [name, state]));
      } finally {
        await db.close();
      }
    };
    const inState = async (state: string) => {
      const found = [...(await states())].find(([, told]) => told === `${state}/${state}`);
      const node = nodes.find(({ name }) => name === found?.[0]);
      if (!node) throw new Error(`no node is ${state}`);
      return node;
    };
    const isWhole = () =>
      until(async () => {
        await inState('primary');
        await inState('secondary');
        const ready = await Promise.all(ports.map(isReady));
        if (!ready.every(Boolean)) throw new Error(`not every server is ready: ${ready}`);
      }, 120_000);
    await until(async () => {
      await inState('primary');
      await inState('secondary');
    });
    // The first server makes what the others share, with its own start.
    for (const [index, server] of servers.entries()) {
      server.start();
      const port = ports[index] ?? 0;
      await until(async () => {
        if (!(await isReady(port))) throw new Error(`server ${index + 1} is not ready`);
      }, 60_000);
    }
    await isWhole();
    return {
      origin,
      certificate: readFileSync(certificate, 'utf8'),
      operatorToken,
      operatorOrigins: operatorPorts.map((port) => `http://localhost:${port}`),
      servers,
      proxy,
      monitor,
      nodes,
      hasDisks: disks.length === nodes.length,
      states,
      primary: () => inState('primary'),
      standby: () => inState('secondary'),
      isWhole,
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Tries until it does not throw; throws what was thrown last when that takes longer than `most` milliseconds. */
export async function until<T>(attempt: () => T | Promise<T>, most = 30_000): Promise<T> {
  for (const last = performance.now() + most; ; await wait(250)) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > last) throw error;
    }
  }
}
