import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { rooms } from './rooms.ts';

/** `npm run mutants -- [ROOM ...] [--files GLOB]`: changes the code of each room, and prints how much of it the tests noticed. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { files: { type: 'string' }, concurrency: { type: 'string', default: '2' } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(rooms);
  const unknown = names.filter((name) => !rooms[name]);
  if (unknown.length > 0) {
    console.error(`No such room: ${unknown.join(', ')}. There are ${Object.keys(rooms).join(', ')}.`);
    return 2;
  }
  const lines: string[] = [];
  for (const name of names) {
    process.env.MUTANTS_ROOM = name;
    const results = await new Stryker({
      mutate: values.files ? [values.files] : [...(rooms[name]?.mutate ?? [])],
      testRunner: 'vitest',
      vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      coverageAnalysis: 'perTest',
      concurrency: Number(values.concurrency),
      // What is worked out once when a file is loaded would need a process of its own for each mutant.
      ignoreStatic: true,
      // Stryker would rewrite it with functions that TypeScript 7 no longer has; vitest does not read it.
      tsconfigFile: 'none',
      tempDirName: 'node_modules/.stryker',
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
  console.log(['room\tmutants\tkilled\tsurvived\tuncovered\tscore', ...lines].join('\n'));
  return 0;
}
