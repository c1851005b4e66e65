import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import type * as measures from './measure.ts';

/** A page in which `measure.ts` was evaluated. */
export interface MeasuredWindow {
  readonly measures: typeof measures;
}

let built: Promise<string> | undefined;

/** Makes `window.measures` of a page what `measure.ts` exports. It is evaluated, not added as a script, which a policy may forbid. */
export async function bringMeasures(page: Page): Promise<void> {
  built ??= buildMeasures();
  await page.evaluate(await built);
}

async function buildMeasures(): Promise<string> {
  const bundles = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve(import.meta.dirname, 'measure.ts'), formats: ['iife'], name: 'measures' },
    },
  });
  const [bundle] = [bundles].flat();
  const code = bundle && 'output' in bundle ? bundle.output[0].code : undefined;
  if (!code) throw new Error('tests/support/geometry was not built');
  return `${code}; window.measures = measures;`;
}
