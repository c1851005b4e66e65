import { AggregatorRegistry, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client';
import type { DatabaseLoad } from '../database/db.ts';
import type { ChainPosition } from '../settlement/settlement.ts';
import type { StoredFigures } from './storedFigures.ts';

interface Sources {
  /** A new one when undefined. */
  readonly registry: Registry | undefined;
  readonly startedAt: Date;
  readonly load: () => DatabaseLoad;
  readonly openStreams: () => number;
  /** Undefined without a chain that is followed by its blocks. */
  readonly chainPosition: (() => ChainPosition | null) | undefined;
  /** Null while the database does not answer. */
  readonly storedFigures: (at: Date) => Promise<StoredFigures | null>;
  /** What the other processes of this server count; none when left out. */
  readonly others?: OtherProcesses | undefined;
}

/** What a process has counted since its start, as plain data. */
export type ProcessFigures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Answers what the other processes of a server count (`WORKERS`); without those that do not answer in time. */
export type OtherProcesses = () => Promise<readonly ProcessFigures[]>;

/** What one server counts, in a registry of its own. Labels have values of closed sets only: nothing that a caller may choose. */
export interface Metrics {
  /** `route` is the pattern of the path, never the path. */
  requestEnded(method: string, route: string, status: number, seconds: number): void;
  batchBegan(size: number): void;
  readonly contentType: string;
  /** What this process counts, for a scrape that another one answers. */
  figures(at: Date): Promise<ProcessFigures>;
  /** All metrics in Prometheus' text format. */
  text(at: Date): Promise<string>;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** After so many seconds another server may read the chain, and the lag of this one's last round would hide that one's. */
const lagIsTrueFor = 120;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** A method of the known ones, and `other` for whatever else a caller has sent. */
export const namedMethod = (method: string) => (methods.has(method) ? method : 'other');

const classes = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'];

export function createMetrics({
  registry = new Registry(),
  startedAt,
  load,
  openStreams,
  chainPosition,
  storedFigures,
  others = async () => [],
}: Sources): Metrics {
  const registers = [registry];
  // The database tells every process the same, so that these are not added up.
  const stored = new Registry();

  const requests = new Histogram({
    name: 'zesto_http_request_duration_seconds',
    help: 'Time until the head of an answer, by the pattern of the path and the class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const batches = new Histogram({
    name: 'zesto_payment_batch_size',
    help: 'Payments that were carried out together in one transaction of the database.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  });

  /** Answers a function that shows these samples in place of the earlier ones. */
  function gauge(
    name: string,
    help: string,
    {
      labelNames = [],
      ...placed
    }: Pick<GaugeConfiguration<string>, 'aggregator' | 'labelNames' | 'registers'> = {},
  ) {
    const made = new Gauge({ name: `zesto_${name}`, help, labelNames, registers, ...placed });
    return (...samples: readonly Sample[]) => {
      made.reset();
      // Without labels, a gauge would show 0 for what is unknown.
      if (labelNames.length === 0) made.remove({});
      for (const [labels, value] of samples) made.set({ ...labels }, value);
    };
  }

  const inUse = gauge('database_connections_in_use', 'Connections to the database in use.');
  const most = gauge('database_connections_most', 'The most connections to the database.');
  const waiting = gauge(
    'database_connections_waiting',
    'Statements and transactions that wait for a connection.',
  );
  const streams = gauge('streams_open', 'Open event streams.');
  const processes = gauge('processes', 'Processes of this server that were asked.');
  // One of several processes reads the chain, and what another one read before is shown for a while.
  const chainLag = gauge('chain_lag_blocks', 'Blocks of the chain that are not read yet.', {
    aggregator: 'max',
  });
  const chainAge = gauge(
    'chain_age_seconds',
    'Time since the chain was last read, or since the start before that.',
    { aggregator: 'min' },
  );

  const told = (name: string, help: string, labelNames: readonly string[] = []) =>
    gauge(name, help, { labelNames: [...labelNames], registers: [stored] });
  const isUp = told('database_up', 'Whether the database answered this scrape in time.');
  const locks = told(
    'database_locks_waiting',
    'Locks that sessions of this database wait for, where it tells.',
  );
  const totals = told(
    'ledger_balance',
    'What accounts of a kind hold of a token; that of users follows from the others.',
    ['token', 'account'],
  );
  const auditAge = told(
    'audit_age_seconds',
    'Time since the last hourly audit, or since the start before the first.',
  );
  const auditFaults = told('audit_faults', 'Faults that the last hourly audit has found.');
  const priceAge = told('price_age_seconds', 'Time since the last price of a token was set.', ['token']);
  const priceLeft = told(
    'price_remaining_seconds',
    'Time until a price is no longer used; negative when it is not.',
    ['token'],
  );
  const emails = told('emails_waiting', 'Emails that wait to be sent.');
  const emailAge = told(
    'emails_oldest_seconds',
    'Time that the oldest has waited of those that the mail server does not refuse.',
  );

  function showProcess(at: Date) {
    const { inUse: used, most: limit, waiting: queued } = load();
    inUse([{}, used]);
    most([{}, limit]);
    waiting([{}, queued]);
    streams([{}, openStreams()]);
    processes([{}, 1]);
    if (!chainPosition) return;
    const position = chainPosition();
    const age = secondsFrom(position?.at ?? startedAt, at);
    chainLag(
      ...(position && age <= lagIsTrueFor ? [[{}, Math.max(0, position.head - position.read)] as const] : []),
    );
    chainAge([{}, age]);
  }

  function showStored(figures: StoredFigures | null, at: Date) {
    isUp([{}, figures ? 1 : 0]);
    const { lockWaits = null, audit, emails: queue, prices = [] } = figures ?? {};
    locks(...(lockWaits === null ? [] : [[{}, lockWaits] as const]));
    totals(
      ...(figures?.totals ?? []).map(
        ({ token, decimals, kind: account, posted }): Sample => [
          { token, account },
          Number(posted) / 10 ** decimals,
        ],
      ),
    );
    priceAge(...prices.map(({ token, since }): Sample => [{ token }, secondsFrom(since, at)]));
    priceLeft(...prices.map(({ token, until }): Sample => [{ token }, secondsFrom(at, until)]));
    emails(...(queue ? [[{}, queue.count] as const] : []));
    emailAge(...(queue ? [[{}, queue.since ? secondsFrom(queue.since, at) : 0] as const] : []));
    auditFaults(...(audit ? [[{}, audit.faults.length] as const] : []));
    auditAge(...(figures ? [[{}, secondsFrom(audit?.ended_at ?? startedAt, at)] as const] : []));
  }

  async function figures(at: Date): Promise<ProcessFigures> {
    showProcess(at);
    return registry.getMetricsAsJSON();
  }

  return {
    requestEnded(method, route, status, seconds) {
      const labels = {
        method: namedMethod(method),
        route,
        status: classes[Math.floor(status / 100)] ?? 'none',
      };
      requests.observe(labels, seconds);
    },
    contentType: registry.contentType,
    batchBegan: (size) => batches.observe(size),
    figures,
    async text(at) {
      const [kept, apart] = await Promise.all([storedFigures(at), others()]);
      showStored(kept, at);
      if (apart.length > 0) {
        // Without what makes no sense together, such as the time of the start.
        const together = AggregatorRegistry.aggregate([await figures(at), ...apart]);
        return `${await together.metrics()}${await stored.metrics()}`;
      }
      showProcess(at);
      // Read once: reading the delay of the event loop begins it anew.
      return `${await registry.metrics()}${await stored.metrics()}`;
    },
  };
}

function secondsFrom(since: Date, until: Date): number {
  return (until.getTime() - since.getTime()) / 1000;
}
