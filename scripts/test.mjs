// `npm test`: everything that has to hold, in the order in which a mistake is cheapest to learn of.
import { spawnSync } from 'node:child_process';
import { findOrInstallChromium } from './chromium.mjs';

const steps = [
  ['format, lint, import rules', 'npx', ['biome', 'check', '.']],
  ['types', 'npm', ['run', '-s', 'types']],
  ['unused code and packages', 'npx', ['knip']],
  ['build', 'npm', ['run', '-s', 'build']],
  ['tests', 'npx', ['vitest', 'run']],
];

const chromium = findOrInstallChromium();
const started = Date.now();
const env = { ...process.env, ...(chromium.path ? { CHROMIUM_PATH: chromium.path } : {}) };

for (const [index, [title, command, args]] of steps.entries()) {
  console.log(`\n[${index + 1}/${steps.length}] ${title}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`\nFailed: ${title}.`);
    process.exit(1);
  }
}

const minutes = ((Date.now() - started) / 60_000).toFixed(1);
console.log(`\nEverything passed in ${minutes} minutes.`);
if (chromium.problem) {
  console.log(`NOT RUN: the end-to-end tests. ${chromium.problem}`);
  if (process.env.CI) process.exit(1);
}
