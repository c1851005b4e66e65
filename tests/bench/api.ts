import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { operatorBase } from '../../contract/call.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { demoNetwork } from '../../server/demo/chain/network.ts';
import { type Cluster, clusterUser, startCluster } from '../support/postgresCluster.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { tell } from './figures.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const transfers = Number(process.env.BENCH_TRANSFERS ?? 1_500 * seconds);
const callers = Number(process.env.BENCH_CALLERS ?? 16);
/** One of `pglite` and `postgres`; both when left out. */
const engine = process.env.BENCH_ENGINE;
const people = 32;
/** A quote lives for a minute: no more are made at once than are used in a few seconds. */
const round = 1_000;

/** Quotes are made before they are timed, more of them than a person has. */
const manyQuotes = { OPEN_QUOTES: '99999', QUOTES_PER_MINUTE: '99999' };

interface Person {
  readonly token: string;
  readonly address: string;
}

/**
 * HTTP transfers, quotes and reads per second and their p99 with 16 callers on both engines, beside pgbench on the same PostgreSQL. The callers
 * share the machine.
 */
export async function main(): Promise<void> {
  console.log(
    `${callers} callers, ${transfers} transfers in all; a transfer is POST /transactions/send, its quote made before`,
  );
  const cluster = startCluster({ durable: true });
  if (!cluster) console.log('PostgreSQL: skipped, initdb and pg_ctl were not found');
  try {
    const reference = cluster && pgbench(cluster);
    if (reference) tell({ name: `pgbench, TPC-B-like, ${callers} clients`, value: reference, unit: '/s' });
    if (engine !== 'postgres') await bench('PGlite', { reference });
    if (!cluster || engine === 'pglite') return;
    const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
    await admin.query('CREATE DATABASE api');
    await admin.close();
    const contracts = Object.entries(demoNetwork.contracts).map(([token, address]) => `${token}=${address}`);
    const settings = {
      DATABASE_URL: cluster.url('api'),
      DEPOSIT_XPUB: demoNetwork.xpub,
      TOKEN_CONTRACTS: contracts.join(','),
    };
    await bench('PostgreSQL', { reference, settings, warmed: () => analyze(cluster.url('api')) });
  } finally {
    cluster?.stop();
  }
}

/** What autovacuum does within a minute: plans made for empty tables are made anew. */
async function analyze(url: string): Promise<void> {
  const db = await openPostgres({ url, connections: 1 });
  await db.query('ANALYZE');
  await db.close();
}

interface Setting {
  /** pgbench's rate in this run; undefined without PostgreSQL. */
  readonly reference: number | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  readonly warmed?: () => Promise<void>;
}

async function bench(engine: string, { reference, settings = {}, warmed }: Setting): Promise<void> {
  const served = await serveBuild({ settings: { ...manyQuotes, ...settings } });
  const { call, close } = openCallers(served);
  try {
    const crowd = await openCrowd(served, call);
    // A program that has just started is compiled while it works.
    await drive(call, crowd, transfers / 4);
    await warmed?.();
    const { sends: spread, quotes } = await drive(call, crowd, transfers);
    const { sends: hot } = await drive(call, crowd.slice(0, 2), transfers);
    const name = `payments over HTTP, ${engine}, ${callers} callers`;
    const pgbench = reference ? { beside: { name: 'pgbench', value: reference } } : {};
    tell({ name, value: spread.rate, unit: '/s', ...pgbench });
    tell({ name: `${name}, p99`, value: spread.p99, unit: 'ms', aim: 15 });
    const beside = { name: 'spread over accounts', value: spread.rate };
    tell({ name: `${name}, two hot accounts`, value: hot.rate, unit: '/s', beside });
    const tellMore = (what: string, { rate, p99 }: Figures, aim?: number) => {
      const title = `${what} over HTTP, ${engine}, ${callers} callers`;
      tell({ name: title, value: rate, unit: '/s', ...(aim !== undefined && { aim }), beside });
      tell({ name: `${title}, p99`, value: p99, unit: 'ms', aim: 15 });
    };
    tellMore('quotes', quotes);
    for (const [what, path] of reads) tellMore(what, await read(call, crowd, path), 6_000);
  } finally {
    close();
    await served.remove();
  }
}

const reads = [
  ['wallets', '/api/web-app/wallet'],
  ['pages of the history', '/api/web-app/transactions'],
  ['rates', '/api/web-app/rates'],
] as const;

type Call = (path: string, token: string, body?: unknown, key?: string) => Promise<Record<string, never>>;

/**
 * Posts JSON, or reads when there is none to post, and answers `data`; throws on anything but a success. It writes to kept connections itself, for the callers share
 * the processors with what they measure, and must not be most of the work.
 */
function openCallers({ origin, operatorOrigin }: ServedBuild): { call: Call; close: () => void } {
  const all: Socket[] = [];
  const idle = new Map<string, Socket[]>([origin, operatorOrigin].map((at) => [at, []]));
  const open = async (at: string) => {
    const socket = connect(Number(new URL(at).port), 'localhost').setNoDelay();
    await once(socket, 'connect');
    all.push(socket);
    return socket;
  };
  const call: Call = async (path, token, body, key) => {
    const at = path.startsWith(operatorBase) ? operatorOrigin : origin;
    const socket = idle.get(at)?.pop() ?? (await open(at));
    const text = body === undefined ? '' : JSON.stringify(body);
    const method = body === undefined ? 'GET' : 'POST';
    const lines = [`${method} ${path} HTTP/1.1`, `host: ${new URL(at).host}`];
    if (body !== undefined) lines.push('content-type: application/json');
    if (token !== '') lines.push(`authorization: Bearer ${token}`);
    if (key !== undefined) lines.push(`idempotency-key: ${key}`);
    socket.write(`${lines.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    const { status, answer } = await readAnswer(socket);
    idle.get(at)?.push(socket);
    if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${answer}`);
    return JSON.parse(answer).data;
  };
  return { call, close: () => all.forEach((socket) => void socket.destroy()) };
}

/** One answer with a `content-length`. */
function readAnswer(socket: Socket): Promise<{ status: number; answer: string }> {
  return new Promise((resolve, reject) => {
    let read: Buffer = Buffer.alloc(0);
    const end = (done: () => void) => {
      socket.off('data', onData).off('close', onClose).off('error', reject);
      done();
    };
    const onClose = () => reject(new Error('the connection was closed'));
    const onData = (bytes: Buffer) => {
      read = read.length === 0 ? bytes : Buffer.concat([read, bytes]);
      const head = read.indexOf('\r\n\r\n');
      if (head < 0) return;
      const header = read.toString('latin1', 0, head);
      const length = /\r\ncontent-length: (\d+)/i.exec(header)?.[1];
      if (length === undefined) return end(() => reject(new Error(`an answer without a length: ${header}`)));
      if (read.length < head + 4 + Number(length)) return;
      end(() => resolve({ status: Number(header.slice(9, 12)), answer: read.toString('utf8', head + 4) }));
    };
    socket.on('data', onData).on('close', onClose).on('error', reject);
  });
}

const password = 'Bench1password';

async function openCrowd(served: ServedBuild, call: Call): Promise<Person[]> {
  const operator = (await readFile(join(served.dataDir, 'operator-token'), 'utf8')).trim();
  const crowd: Person[] = [];
  for (let index = 0; index < people; index += 1) {
    const email = `bench${index}@example.com`;
    await call('/api/operator/accounts', operator, {
      email,
      password,
      first_name: 'Bench',
      last_name: 'Mark',
    });
    await call('/api/operator/deposits', operator, {
      id: randomUUID(),
      email,
      token: 'USDT',
      amount: '10000',
    });
    const { token } = await call('/api/web-app/auth/login', '', { email, password, remember: false });
    const { address } = await call('/api/web-app/wallet/addresses', token ?? '', { token: 'USDT' });
    crowd.push({ token: token ?? '', address: address ?? '' });
  }
  return crowd;
}

interface Figures {
  readonly rate: number;
  readonly p99: number;
}

/** What was timed so far: each call in milliseconds, and all of them in seconds. */
interface Timed {
  readonly times: number[];
  took: number;
}

/** Carries all of `works` out, each by the next caller who is free, and adds their times. */
async function time(timed: Timed, works: (() => Promise<unknown>)[]): Promise<void> {
  const began = performance.now();
  await inParallel(async () => {
    for (let next = works.pop(); next; next = works.pop()) {
      const sent = performance.now();
      await next();
      timed.times.push(performance.now() - sent);
    }
  });
  timed.took += (performance.now() - began) / 1_000;
}

function figuresOf({ times, took }: Timed): Figures {
  const sorted = times.toSorted((left, right) => left - right);
  return { rate: sorted.length / took, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Quotes are made, then used without a pause; only the time of each kind counts for its rate. */
async function drive(call: Call, crowd: readonly Person[], wanted: number) {
  const sends: Timed = { times: [], took: 0 };
  const quotes: Timed = { times: [], took: 0 };
  while (sends.times.length < wanted) {
    const made = await quote(call, crowd, {
      wanted: Math.min(round, wanted - sends.times.length),
      timed: quotes,
    });
    await time(
      sends,
      made.map(
        ({ token, id }) =>
          () =>
            call('/api/web-app/transactions/send', token, { quote_id: id }, randomUUID()),
      ),
    );
  }
  return { sends: figuresOf(sends), quotes: figuresOf(quotes) };
}

/** Reads a path as often as is paid, by everybody in turn. */
async function read(call: Call, crowd: readonly Person[], path: string): Promise<Figures> {
  const timed: Timed = { times: [], took: 0 };
  await time(
    timed,
    Array.from(
      { length: transfers },
      (_, index) => () => call(path, crowd[index % crowd.length]?.token ?? ''),
    ),
  );
  return figuresOf(timed);
}

async function quote(
  call: Call,
  crowd: readonly Person[],
  { wanted, timed }: { wanted: number; timed: Timed },
) {
  const quotes: { token: string; id: string }[] = [];
  await time(
    timed,
    Array.from({ length: wanted }, () => async () => {
      const [from, to] = pair(crowd);
      const body = { kind: 'send', token: 'USDT', amount: '0.01', to: to.address };
      const { id } = await call('/api/web-app/transactions/quotes', from.token, body);
      quotes.push({ token: from.token, id: id ?? '' });
    }),
  );
  // A login counts for five minutes, and the bench may take longer.
  const asking = [...new Map(quotes.map(({ token, id }) => [token, id]))];
  await inParallel(async () => {
    for (let next = asking.pop(); next; next = asking.pop()) {
      const [token, quote_id] = next;
      await call('/api/web-app/auth/step-up', token, { for: { quote_id }, method: 'password', password });
    }
  });
  return quotes;
}

function inParallel(work: () => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: callers }, work));
}

function pair(crowd: readonly Person[]): [Person, Person] {
  const from = Math.floor(Math.random() * crowd.length);
  const to = (from + 1 + Math.floor(Math.random() * (crowd.length - 1))) % crowd.length;
  const [payer, payee] = [crowd[from], crowd[to]];
  if (!payer || !payee) throw new Error('nobody to pay');
  return [payer, payee];
}

function pgbench(cluster: Cluster): number {
  const run = (...args: string[]) =>
    spawnSync(join(cluster.bin, 'pgbench'), ['-h', cluster.socket, '-U', clusterUser, ...args, 'postgres'], {
      encoding: 'utf8',
    }).stdout;
  run('-i', '-q', '-s', String(callers));
  return Number(
    /tps = ([\d.]+)/.exec(run('-c', String(callers), '-j', '2', '-T', String(seconds)))?.[1] ?? Number.NaN,
  );
}
