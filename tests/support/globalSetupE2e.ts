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
  const served = existsSync(chromiumPath) ? await serveBuild() : null;
  project.provide('origin', served?.origin ?? '');
  project.provide('dataDir', served?.dataDir ?? '');
  return () => served?.remove();
}
