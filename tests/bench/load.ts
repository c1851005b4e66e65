import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloaded } from '../../scripts/downloaded.mjs';
import { chromiumFlags, chromiumPath } from '../support/chromium.ts';
import { serveBuild } from '../support/servedBuild.ts';

const runs = 5;
const figures = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
} as const;

/** What is used of Lighthouse, whose 140 packages would be a seventh of every installation of the project. */
type Lighthouse = (
  url: string,
  flags: object,
) => Promise<
  | {
      lhr: {
        runtimeError?: { message: string };
        categories: Record<string, { score: number | null } | undefined>;
        audits: Record<string, { numericValue?: number } | undefined>;
      };
    }
  | undefined
>;
interface Launcher {
  launch(options: {
    chromePath: string;
    chromeFlags: string[];
  }): Promise<{ readonly port: number; kill(): void }>;
}

const folder = () => downloaded('lighthouse', '12.8.2');
const imported = <Module>(path: string): Promise<Module> =>
  import(/* @vite-ignore */ pathToFileURL(path).href);

/** Lighthouse, mobile preset, on the built product in real Chromium: the median of five visits to the sign-in page. */
export async function main() {
  const served = await serveBuild();
  try {
    const visits: Record<string, number>[] = [];
    for (let run = 0; run < runs; run++) visits.push(await visit(`${served.origin}/auth/login`));
    const median = (name: string) =>
      visits.map((visit) => visit[name] ?? Number.NaN).toSorted((a, b) => a - b)[runs >> 1] ?? 0;
    console.log(`Lighthouse, mobile, median of ${runs}, /auth/login`);
    console.log(`score ${Math.round(median('score') * 100)}`);
    for (const name of Object.keys(figures)) {
      console.log(`${name} ${name === 'CLS' ? median(name).toFixed(3) : `${Math.round(median(name))} ms`}`);
    }
  } finally {
    await served.remove();
  }
}

/** A trace that Lighthouse could not read (a busy machine loses its first events) is taken again. */
async function visit(url: string, attempts = 3): Promise<Record<string, number>> {
  const { default: lighthouse } = await imported<{ default: Lighthouse }>(join(folder(), 'core/index.js'));
  const { launch } = await imported<Launcher>(join(folder(), '../chrome-launcher/dist/index.js'));
  const chrome = await launch({ chromePath: chromiumPath, chromeFlags: chromiumFlags });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: ['performance'],
      logLevel: 'error',
    });
    if (!result) throw new Error('Lighthouse gave no result');
    const fault = result.lhr.runtimeError;
    if (fault && attempts > 1) return await visit(url, attempts - 1);
    if (fault) throw new Error(fault.message);
    const numbers: Record<string, number> = { score: result.lhr.categories.performance?.score ?? Number.NaN };
    for (const [name, audit] of Object.entries(figures))
      numbers[name] = result.lhr.audits[audit]?.numericValue ?? Number.NaN;
    return numbers;
  } finally {
    chrome.kill();
  }
}
