import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What a run of vitest leaves behind for `scripts/test.mjs` (read by `scripts/secondTry.mjs`). */
export interface RunReport {
  readonly files: readonly FileReport[];
  /** Errors of no file: a rejection that nobody handled, a worker that died. */
  readonly errors: readonly string[];
}

export interface FileReport {
  readonly project: string;
  /** Absolute path. */
  readonly file: string;
  readonly result: 'passed' | 'failed' | 'skipped' | 'pending' | 'queued';
  readonly milliseconds: number;
  readonly failures: readonly { readonly test: string; readonly message: string }[];
}

/** Writes a `RunReport` as JSON to the path in RUN_REPORT, where one is given. */
export class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.RUN_REPORT;
    if (!path) return;
    const report: RunReport = { files: modules.map(reportOf), errors: unhandled.map(messageOf) };
    writeFileSync(path, JSON.stringify(report));
  }
}

function reportOf(module: TestModule): FileReport {
  const { duration, setupDuration, collectDuration, prepareDuration } = module.diagnostic();
  const failed = [...module.children.allTests('failed')];
  return {
    project: module.project.name,
    file: module.moduleId,
    result: module.state(),
    milliseconds: Math.round(duration + setupDuration + collectDuration + prepareDuration),
    failures: [
      ...module.errors().map((error) => ({ test: 'the file itself', message: messageOf(error) })),
      ...failed.map((test) => ({ test: test.fullName, message: whyOf(test) })),
    ],
  };
}

const whyOf = (test: TestCase) => (test.result().errors ?? []).map(messageOf).join('\n');

const messageOf = ({ name, message }: { name?: string; message: string }) => `${name ?? 'Error'}: ${message}`;
