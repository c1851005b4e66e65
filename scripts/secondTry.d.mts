import type { FileReport, RunReport } from '../tests/support/runReporter.ts';

export interface Run {
  readonly title: string;
  readonly code: number | null;
  readonly report: RunReport | null;
}

type NamedFile = FileReport & { readonly name: string };

export interface Verdict {
  /** Why the run failed, in addition to the failed files. */
  readonly reasons: readonly string[];
  readonly red: readonly NamedFile[];
  readonly secondTry: readonly NamedFile[];
}

export function readReport(path: string): RunReport | null;
export function judge(input: {
  readonly runs: readonly Run[];
  readonly known: readonly string[];
  readonly root: string;
  readonly again: (file: FileReport) => number | null;
}): Verdict;
export function runAlone(
  file: FileReport,
  where: { readonly root: string; readonly env: Readonly<Record<string, string | undefined>> },
): number | null;
export function knownSecondTries(text: string): readonly string[];
export function linesOf(input: {
  readonly runs: readonly Run[];
  readonly verdict: Verdict;
  readonly root: string;
}): readonly string[];
