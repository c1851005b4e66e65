import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { downloaded } from '../../scripts/downloaded.mjs';
import { chromiumFlags, chromiumPath } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';
import { serveBuild } from '../support/servedBuild.ts';
import { serveBareBundle } from './bareBundle.ts';
import { tell } from './figures.ts';

const runs = Number(process.env.BENCH_RUNS ?? 5);
const figures = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
} as const;

/** What is read of Lighthouse's report. Its 140 packages would be a seventh of every installation of the project: they are downloaded. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** The pages that are measured, and whether they are a signed-in person's. */
const pages = [
  ['/auth/login', false],
  ['/auth/registration', false],
  ['/wallet', true],
  ['/exchange', true],
  ['/transactions/history', true],
] as const;

/**
 * Lighthouse, mobile preset, in real Chromium, at the median of five visits (`BENCH_RUNS`): pages of the built product, and the bare bundle, whose login form is
 * made of the same packages. Every visit is a first one, in a browser of its own.
 */
export async function main() {
  const served = await serveBuild();
  const bare = await serveBareBundle();
  try {
    const session = await demoSession(served.origin);
    const reference = await medianVisit(bare.origin);
    tellPage('bare bundle', reference);
    for (const [path, isSignedIn] of pages)
      tellPage(path, await medianVisit(served.origin + path, isSignedIn ? session : {}), reference);
  } finally {
    await bare.close();
    await served.remove();
  }
}

type Visit = Readonly<Record<keyof typeof figures | 'score', number>>;

function tellPage(name: string, visit: Visit, reference?: Visit) {
  tell({ name: `${name}, Lighthouse`, value: visit.score * 100, unit: 'score' });
  for (const [figure, aim] of [
    ['FCP', undefined],
    ['LCP', 1_200],
    ['TBT', 80],
    ['SI', undefined],
  ] as const) {
    const other = reference?.[figure];
    tell({
      ...{ name: `${name}, ${figure}`, value: visit[figure], unit: 'ms' },
      ...(reference && aim !== undefined && { aim }),
      // Nothing is compared with a page that blocks nothing.
      ...(other && { beside: { name: `bare bundle, ${figure}`, value: other } }),
    });
  }
  tell({ name: `${name}, CLS`, value: visit.CLS, unit: '', aim: 0 });
}

async function medianVisit(url: string, stored: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run++) visits.push(await visit(url, stored));
  const median = (name: keyof Visit) =>
    visits.map((visit) => visit[name]).toSorted((one, other) => one - other)[runs >> 1] ?? Number.NaN;
  return {
    ...{ score: median('score'), FCP: median('FCP'), LCP: median('LCP') },
    ...{ TBT: median('TBT'), CLS: median('CLS'), SI: median('SI') },
  };
}

/** A trace that Lighthouse could not read (a busy machine loses its first events) is taken again. */
async function visit(url: string, stored: Readonly<Record<string, string>>, attempts = 3): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), 'zesto-profile-'));
  try {
    await store(profile, url, stored);
    const { runtimeError: fault, audits, categories } = await reportOn(profile, url);
    if (fault && attempts > 1) return await visit(url, stored, attempts - 1);
    if (fault) throw new Error(fault.message);
    const of = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    return {
      score: categories.performance.score ?? Number.NaN,
      ...{ FCP: of(figures.FCP), LCP: of(figures.LCP), TBT: of(figures.TBT) },
      ...{ CLS: of(figures.CLS), SI: of(figures.SI) },
    };
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Puts a session into the storage of a new browser before it visits the product, whose code it does not load. */
async function store(profile: string, url: string, items: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(items).length === 0) return;
  const options = { executablePath: chromiumPath, args: chromiumFlags };
  const context = await chromium.launchPersistentContext(profile, options);
  const page = await context.newPage();
  await page.goto(new URL('/api/web-app/openapi.json', url).href);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, items);
  await context.close();
}

/** Lighthouse is a program of its own here: it loads parts of itself while it works. */
async function reportOn(profile: string, url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(downloaded('lighthouse', '12.8.2'), 'cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      '--disable-storage-reset',
      `--chrome-flags=${[...chromiumFlags, `--user-data-dir=${profile}`].join(' ')}`,
    ],
    { maxBuffer: 1e8, env: { ...process.env, CHROME_PATH: chromiumPath } },
  );
  return JSON.parse(stdout);
}
