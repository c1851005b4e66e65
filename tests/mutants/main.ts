import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { rooms } from './rooms.ts';

/**
 * `npm run mutants -- [ROOM ...] [--files GLOB] [--tests GLOB]`: changes the code of each room, and prints how much of it the tests noticed.
 * `--tests`: those that are asked in place of all of the room.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      files: { type: 'string' },
      tests: { type: 'string' },
      concurrency: { type: 'string', default: '2' },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(rooms);
  const unknown = names.filter((name) => !rooms[name]);
  if (unknown.length > 0) {
    console.error(`No such room: ${unknown.join(', ')}. There are ${Object.keys(rooms).join(', ')}.`);
    return 2;
  }
  process.env.MUTANTS_TESTS = values.tests ?? '';
  const lines = await changeRooms(names, openCopies(), values);
  console.log(['room\tmutants\tkilled\tsurvived\tuncovered\tscore', ...lines].join('\n'));
  return 0;
}

/**
 * A temporary folder for the changed copies of the project, which is gone when this process ends. They find the packages in the folder above
 * them, also where the project's own is a link, which Stryker's links leave out.
 */
function openCopies(): string {
  const copies = mkdtempSync(join(tmpdir(), 'mutants-'));
  process.once('exit', () => rmSync(copies, { recursive: true, force: true }));
  symlinkSync(realpathSync('node_modules'), join(copies, 'node_modules'), 'junction');
  return copies;
}

interface Options {
  readonly files?: string | undefined;
  readonly concurrency: string;
}

/** The table's line of each room. */
async function changeRooms(names: readonly string[], copies: string, options: Options): Promise<string[]> {
  const lines: string[] = [];
  for (const name of names) {
    process.env.MUTANTS_ROOM = name;
    const results = await new Stryker({
      mutate: options.files ? [options.files] : [...(rooms[name]?.mutate ?? [])],
      testRunner: 'vitest',
      vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      coverageAnalysis: 'perTest',
      concurrency: Number(options.concurrency),
      // What is worked out once when a file is loaded would need a process of its own for each mutant.
      ignoreStatic: true,
      // Stryker would rewrite it with functions that TypeScript 7 no longer has; vitest does not read it.
      tsconfigFile: 'none',
      tempDirName: copies,
      symlinkNodeModules: false,
      ignorePatterns: ['dist', 'data', 'test-results', 'docs', 'reports'],
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
      allowConsoleColors: false,
      timeoutMS: 20_000,
    }).runMutationTest();
    const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
    const killed = count('Killed', 'Timeout');
    const judged = killed + count('Survived', 'NoCoverage');
    lines.push(
      [
        name,
        judged,
        killed,
        count('Survived'),
        count('NoCoverage'),
        `${((100 * killed) / judged).toFixed(1)} %`,
      ].join('\t'),
    );
  }
  return lines;
}
