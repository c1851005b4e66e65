import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const lamp = `import { setup } from 'xstate';

export const lampMachine = setup({ types: { events: {} as { readonly type: 'lamp.pressed' } } }).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { 'lamp.pressed': 'on' } }, on: {} },
});
`;

/** What is not of the sources. */
const leftOut = ['.git', 'node_modules', 'dist', 'data', 'test-results', 'reports'];
const copy = mkdtempSync(join(tmpdir(), 'new-machine-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('a machine that is added to a copy is found, drawn, and fails for its missing map, without a line anywhere else', {
  tags: 'long',
  timeout: 480_000,
}, () => {
  for (const name of readdirSync('.')) {
    if (!leftOut.includes(name)) cpSync(name, join(copy, name), { recursive: true });
  }
  symlinkSync(realpathSync('node_modules'), join(copy, 'node_modules'), 'junction');
  writeFileSync(join(copy, 'src/machines/core/lampMachine.ts'), lamp);

  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/drawCharts.ts'], { cwd: copy, env });
  const chart = readFileSync(join(copy, 'docs/charts/core/lamp.svg'), 'utf8');
  for (const text of ['>off<', '>lamp.pressed<', '>on<']) expect(chart).toContain(text);

  const vitest = ['vitest', 'run', '--project', 'app', 'tests/replay/machines.test.ts'];
  const run = spawnSync('npx', vitest, {
    cwd: copy,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(run.stdout + run.stderr).toContain(
    'core/lampMachine.ts lampMachine has no screen map: write how its events look on the screen into tests/replay/core/lamp.tsx (screenMap, or unseenMap when nobody sees it)',
  );
  expect(run.stdout).toMatch(/Tests {2}1 failed \| 1 passed/);
});
