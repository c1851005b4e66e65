import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = 'dist/app/assets/';

test('nobody can inspect the machines of the served app', async () => {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(scripts.map((name) => readFile(folder + name, 'utf8')))).join('\n');

  expect(code).toContain('navigation.requested');
  expect(code).not.toMatch(/stately\.ai|statelyai|createBrowserInspector/);
});
