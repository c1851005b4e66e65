import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OtherProcesses, ProcessFigures } from '../metrics/metrics.ts';

/** What workers and the process that starts them tell each other. */
type Message =
  /** A worker answers requests. */
  | { readonly told: 'ready' }
  /** A worker wants the figures of the others, and is told `figuresOfOthers`. */
  | { readonly told: 'wantFigures' }
  /** A worker is asked for its own, and tells `figures` with this id. */
  | { readonly told: 'figuresWanted'; readonly id: number }
  | { readonly told: 'figures'; readonly id: number; readonly figures: ProcessFigures }
  | { readonly told: 'figuresOfOthers'; readonly all: readonly ProcessFigures[] };

/** A second signal within this time, in milliseconds, is the first one again: a terminal signals every process, and npm repeats it. */
export const sameSignal = 500;
/** How long the figures of a worker are waited for, in milliseconds. */
const figuresWithin = 1_000;
/** How long after the end of a worker another one is started, in milliseconds: twice as long each time, until one is ready. */
const firstPause = 1_000;
const longestPause = 30_000;

interface Running {
  /** Resolves with false when the worker ended before it answered requests. */
  readonly ready: Promise<boolean>;
  /** The exit code; 1 for one that was killed. */
  readonly ended: Promise<number>;
}

interface Options {
  readonly count: number;
  /** The path of the program that each worker runs. */
  readonly program: string;
  readonly log: Logger;
}

/**
 * Runs `count` processes of the server, which share its ports, until SIGTERM or SIGINT ends them all; answers the exit code. The first
 * one starts alone, because it prepares the database: when it cannot start, its exit code is the answer. Whenever one of them ends
 * by itself, another is started.
 */
export async function keepWorkers({ count, program, log }: Options): Promise<number> {
  cluster.setupPrimary({ exec: program });
  const exchange = exchangeFigures();
  const stopping = forwardSignals();
  let exitCode = 0;
  let pause = firstPause;

  function start(): Running {
    const worker = cluster.fork();
    const ended = new Promise<number>((resolve) => {
      worker.once('exit', (code: number | null) => resolve(code ?? 1));
    });
    const ready = new Promise<boolean>((resolve) => {
      worker.on('message', (message: Message) => {
        exchange.hear(worker, message);
        if (message.told === 'ready') resolve(true);
      });
      void ended.then(() => {
        exchange.forget(worker);
        resolve(false);
      });
    });
    void ready.then((isReady) => {
      if (isReady) pause = firstPause;
    });
    return { ready, ended };
  }

  async function keep(begun: Running): Promise<void> {
    for (let running = begun; ; running = start()) {
      const code = await running.ended;
      if (stopping.aborted) {
        exitCode ||= code;
        return;
      }
      log.error({ code, pause }, 'a process of the server has ended, and another one is started');
      await wait(pause, undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return;
      pause = Math.min(2 * pause, longestPause);
    }
  }

  const first = start();
  if (!(await first.ready)) return first.ended;
  const others = stopping.aborted ? [] : Array.from({ length: count - 1 }, start);
  await Promise.all([first, ...others].map(keep));
  return exitCode;
}

/** Sends each signal on to all workers. Aborted from the first one on. */
function forwardSignals(): AbortSignal {
  const stopping = new AbortController();
  let last: number | null = null;
  const forward = (signal: NodeJS.Signals) => {
    if (last !== null && performance.now() - last < sameSignal) return;
    last = performance.now();
    stopping.abort();
    for (const worker of workers()) worker.process.kill(signal);
  };
  process.on('SIGTERM', forward);
  process.on('SIGINT', forward);
  return stopping.signal;
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Collects the figures of all other workers for one that wants them, without those that do not tell theirs in time. */
function exchangeFigures() {
  const answering = new Set<Worker>();
  const open = new Map<
    number,
    { readonly missing: Set<Worker>; hear(from: Worker, figures?: ProcessFigures): void }
  >();
  let lastId = 0;

  function collect(asker: Worker) {
    lastId += 1;
    const id = lastId;
    const missing = new Set([...answering].filter((worker) => worker !== asker && worker.isConnected()));
    const all: ProcessFigures[] = [];
    const finish = () => {
      clearTimeout(late);
      if (open.delete(id) && asker.isConnected()) send(asker, { told: 'figuresOfOthers', all });
    };
    const late = setTimeout(finish, figuresWithin);
    open.set(id, {
      missing,
      hear(from, figures) {
        if (missing.delete(from) && figures) all.push(figures);
        if (missing.size === 0) finish();
      },
    });
    for (const worker of missing) send(worker, { told: 'figuresWanted', id });
    if (missing.size === 0) finish();
  }

  return {
    hear(worker: Worker, message: Message) {
      if (message.told === 'ready') answering.add(worker);
      else if (message.told === 'wantFigures') collect(worker);
      else if (message.told === 'figures') open.get(message.id)?.hear(worker, message.figures);
    },
    forget(worker: Worker) {
      answering.delete(worker);
      for (const each of [...open.values()]) each.hear(worker);
    },
  };
}

function send(worker: Worker, message: Message): void {
  worker.send(message);
}

interface Membership {
  /** Tells that this process answers requests, and what it counts when another one is asked for metrics. */
  ready(figures: () => Promise<ProcessFigures>): void;
  readonly others: OtherProcesses;
  /** Whether this is the first one since the server was started. */
  readonly isFirst: boolean;
}

/** This process as one of several workers; null when it is the only process of the server. */
export function workerMembership(): Membership | null {
  const { worker } = cluster;
  if (!worker) return null;
  const tell = (message: Message) => void worker.send(message);
  let asked: Promise<readonly ProcessFigures[]> | null = null;

  function ask(): Promise<readonly ProcessFigures[]> {
    return new Promise((resolve) => {
      const hear = (message: Message) => {
        if (message.told !== 'figuresOfOthers') return;
        worker?.off('message', hear);
        resolve(message.all);
      };
      worker?.on('message', hear);
      tell({ told: 'wantFigures' });
    });
  }

  return {
    isFirst: worker.id === 1,
    others: () => {
      asked ??= ask().finally(() => {
        asked = null;
      });
      return asked;
    },
    ready(figures) {
      worker.on('message', async (message: Message) => {
        if (message.told === 'figuresWanted')
          tell({ told: 'figures', id: message.id, figures: await figures() });
      });
      tell({ told: 'ready' });
    },
  };
}
