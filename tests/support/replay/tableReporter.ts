import type { Reporter, TestModule } from 'vitest/node';
import type { ReplayRow } from './replay.ts';

const columns = ['machine', 'states', 'transitions', 'paths', 'replayed', 'unreached'] as const;

/** Prints one table of what was replayed on screens, after the last test. Nothing when nothing was. */
export class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .flatMap((module) => [...module.children.allTests()])
      .flatMap((test) => test.meta().replay ?? []);
    if (rows.length > 0) process.stdout.write(`\nReplayed on the real screens:\n${tableOf(rows)}\n\n`);
  }
}

function tableOf(rows: readonly ReplayRow[]): string {
  const sum = (column: Exclude<(typeof columns)[number], 'machine'>) =>
    rows.reduce((total, row) => total + row[column], 0);
  const total: ReplayRow = {
    machine: `${rows.length} machines`,
    states: sum('states'),
    transitions: sum('transitions'),
    paths: sum('paths'),
    replayed: sum('replayed'),
    unreached: sum('unreached'),
  };
  const sorted = [...rows].sort((one, other) => one.machine.localeCompare(other.machine));
  const lines = [columns, ...[...sorted, total].map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
