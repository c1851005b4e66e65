import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.ts';
import { serveBuild } from './servedBuild.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built product answers; empty when there is no browser to visit it with. */
    origin: string;
    dataDir: string;
  }
}

export default async function setup(project: TestProject) {
  // All files at once are one person here: the demo's.
  const settings = { OPEN_QUOTES: '1000', QUOTES_PER_MINUTE: '1000' };
  const served = existsSync(chromiumPath) ? await serveBuild({ settings }) : null;
  project.provide('origin', served?.origin ?? '');
  project.provide('dataDir', served?.dataDir ?? '');
  return () => served?.remove();
}
