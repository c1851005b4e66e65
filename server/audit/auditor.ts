import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AuditReport } from '../../contract/operator.ts';
import type { Db } from '../database/db.ts';
import { snapshotOf } from '../database/snapshot.ts';
import type { Findings } from '../ledger/findings.ts';
import { allTokens, stopLeaving } from '../payments/leaving.ts';
import { proveHoldings } from '../treasury/proof.ts';
import type { Treasury } from '../treasury/treasury.ts';
import { type Audited, auditAll } from './auditAll.ts';
import { lastAudit, recordAudit, returnTurn, takeTurn } from './records.ts';

interface World {
  readonly database: Db;
  readonly log: Logger;
  /** The ledger's key, which is not in the database; null without one (`seals.ts`). */
  readonly key: string | null;
  /** The balances on the chain; null without a chain. */
  readonly treasury: Pick<Treasury, 'chain' | 'compare'> | null;
  /** How long a caller waits for a report before it is told how far it is, in milliseconds. */
  readonly patience?: number;
}

/**
 * The faults that are not new to the next audit. What the comparison with the chain could not have found stays known when it was known
 * before, because nothing tells that it is over.
 */
function stillKnown({ known, isSilentOn }: Audited, before: readonly string[]): readonly string[] {
  return [...known, ...before.filter(isSilentOn)];
}

/** Runs audits, one at a time. A new fault stops withdrawals until an operator resumes them. */
export interface Auditor {
  /** Runs an audit, or joins the running one, and answers its report, or its progress when it takes long. */
  report(at: Date): Promise<AuditReport>;
  /** Runs the hourly audit if it is due and no server has run it; call it about every minute. */
  whenDue(at: Date): Promise<void>;
}

/** How long a caller usually waits, and how often the log is told how far a run is, in milliseconds. */
const longestWait = 10_000;
/** How long a report is kept for its caller, in milliseconds; after that it is outdated. */
const reportLasts = 600_000;
/** The most faults in a log line. */
const mostLogged = 20;

interface Run {
  readonly report: Promise<Audited>;
  /** By `performance.now()`; null while it is running. */
  endedAt: number | null;
  done: number;
}

const unfinished = {
  clean: false,
  accounts: 0,
  transfers: 0,
  holds: 0,
  tokens: [],
  faults: [],
} satisfies Omit<AuditReport, 'last' | 'progress'>;

export function createAuditor({ database, log, key, treasury, patience = longestWait }: World): Auditor {
  /** The run that callers join; kept until one of them has its report. */
  let asked: Run | null = null;

  const snapshot = snapshotOf(database);

  /** Heeds the faults when the run ends, and not when its report is fetched, because its caller may be gone by then. */
  function start(at: Date, stops: (report: Audited) => boolean): Run {
    const options = {
      ...{ key, onProgress, snapshot },
      ...(treasury && {
        proveHoldings: (findings: Findings) => proveHoldings(database.query, treasury, { findings, at }),
      }),
    };
    const heeded = async () => {
      const report = await auditAll(database.query, options);
      await heed(report, stops(report), at);
      return report;
    };
    const run: Run = { report: heeded(), endedAt: null, done: 0 };
    let told = performance.now();
    function onProgress(share: number) {
      run.done = share;
      if (performance.now() - told < longestWait) return;
      told = performance.now();
      log.info({ percent: Math.floor(share * 100) }, 'the audit is running');
    }
    return run;
  }

  async function heed({ faults, holdings }: Audited, stops: boolean, at: Date) {
    if (holdings && holdings.problem !== null)
      log.warn({ reason: holdings.problem }, 'the audit could not compare all books with the chain');
    if (faults.length === 0) return;
    const named = faults.slice(0, mostLogged);
    log.error({ event: 'audit_faults', count: faults.length, faults: named }, 'the audit has found faults');
    if (!stops) return;
    const why = `The audit has found faults: ${faults.join('; ')}`;
    await database.transaction((query) => stopLeaving(query, { tokens: allTokens, why, at }));
    log.error('nothing leaves until an operator enables withdrawals again');
  }

  /** Stops withdrawals before a new fault is recorded, because a recorded fault is known and stops nothing. */
  async function audited(at: Date) {
    const before = await lastAudit(database.query);
    const known = new Set(before?.known);
    const isNew = (fault: string) => !known.has(fault);
    const report = await start(at, ({ known: found }) => found.some(isNew)).report;
    const made = { ...report, known: stillKnown(report, before?.known ?? []) };
    return { report, ...(await recordAudit(database.query, { report: made, key, startedAt: at })) };
  }

  return {
    async report(at) {
      const last = await lastAudit(database.query);
      const endedAt = asked?.endedAt ?? null;
      if (endedAt !== null && performance.now() - endedAt > reportLasts) asked = null;
      asked ??= start(at, ({ faults }) => faults.length > 0);
      const run = asked;
      // After a failed run the next caller starts another.
      run.report.then(
        () => {
          run.endedAt ??= performance.now();
        },
        () => {
          if (asked === run) asked = null;
        },
      );
      const waiting = new AbortController();
      const report = await Promise.race([
        run.report,
        wait(patience, null, { signal: waiting.signal, ref: false }).catch(() => null),
      ]).finally(() => {
        waiting.abort();
      });
      const told = last && { at: last.ended_at.toISOString(), faults: [...last.faults] };
      if (report === null) return { ...unfinished, last: told, progress: run.done };
      if (asked === run) asked = null;
      const { known: _, isSilentOn: __, ...rest } = report;
      return { ...rest, last: told, progress: null };
    },

    async whenDue(at) {
      if (!(await takeTurn(database.query, at))) return;
      const { report, number, digest } = await audited(at).catch(async (error: unknown) => {
        await returnTurn(database.query, at);
        throw error;
      });
      const { clean, accounts, transfers } = report;
      const told = { event: 'ledger_sealed', number, clean, accounts, transfers, digest };
      log.info(told, 'the ledger was audited and sealed');
    },
  };
}
