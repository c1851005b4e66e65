import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { bringMeasures, type MeasuredWindow } from './geometry/script.ts';

/** A screen in one state as a test drew it: what is in its `body`. */
export interface DrawnState {
  readonly language: 'en' | 'ru';
  readonly body: string;
}

/** What is wrong with a state: where it was drawn, and a sentence. */
export interface WrongState {
  readonly language: 'en' | 'ru';
  readonly look: string;
  readonly wrong: string;
}

const assets = 'dist/app/assets';
const address = 'http://states.test/';

interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
}

/** A zoom of 200 % halves the pixels of the window and doubles those of the screen. */
const sizes: readonly Look[] = [
  { name: '390 px', options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
  {
    name: '820 px at 200 %',
    options: { viewport: { width: 410, height: 590 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  },
  { name: '1280 px at 200 %', options: { viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 } },
];

/** Higher than every page, so that the tabs lie over nothing. */
const high = { width: 390, height: 8000 };

const colours: readonly Look[] = [
  { name: 'light', options: { viewport: high, colorScheme: 'light' } },
  { name: 'dark', options: { viewport: high, colorScheme: 'dark' } },
  { name: 'forced colours', options: { viewport: high, forcedColors: 'active' } },
];

const digest = (text: string) => createHash('sha1').update(text).digest('base64');

/** What the colours of a state follow from: everything but its texts. */
const colouringOf = ({ body }: DrawnState) =>
  digest(
    body
      .replace(/>[^<]+</g, '>"<')
      .replace(
        / (?:aria-(?!disabled|hidden)[a-z]+|title|value|href|id|for|name|alt|placeholder|src|d|data-key|data-collection)="[^"]*"/g,
        '',
      ),
  );

/** Opens one page for each look, with the stylesheets and fonts of the built product. */
export async function openStatePages(browser: Browser) {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const open = async ({ name, options }: Look) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await serveAssets(page);
    await page.goto(address);
    await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
    await bringMeasures(page);
    await page.evaluate(axe);
    await page.evaluate(judgeShortTexts);
    return { name, page };
  };
  const sized = await Promise.all(sizes.map(open));
  const coloured = await Promise.all(colours.map(open));

  const known = { states: new Set<string>(), colourings: new Set<string>() };
  let queue: Promise<unknown> = Promise.resolve();
  const found: WrongState[] = [];

  const measure = async (states: readonly DrawnState[]): Promise<WrongState[]> => {
    const fresh = states.filter((state) => isNew(known.states, digest(state.language + state.body)));
    const newlyColoured = fresh.filter((state) => isNew(known.colourings, colouringOf(state)));
    const wrong = [
      ...(await Promise.all(sized.map(({ name, page }) => judged(page, name, fresh, 'wrongTexts')))),
      ...(await Promise.all(
        coloured.map(({ name, page }) => judged(page, name, newlyColoured, 'faintTexts')),
      )),
    ].flat();
    found.push(...wrong);
    return wrong;
  };

  return {
    /** What is wrong with those of the states that were not measured before. */
    wrongIn(states: readonly DrawnState[]): Promise<WrongState[]> {
      const answer = queue.then(() => measure(states));
      queue = answer.catch(() => {});
      return answer;
    },
    summary: () =>
      `Measured in Chromium: ${known.states.size} drawn states at ${sizes.length} sizes, ${known.colourings.size} of them by their colours in ${colours.length} ways; ${found.length} findings.`,
  };
}

function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}

async function judged(
  page: Page,
  look: string,
  states: readonly DrawnState[],
  measure: 'wrongTexts' | 'faintTexts',
): Promise<WrongState[]> {
  const wrong = await page.evaluate(
    async ([states, measure]) => {
      const { measures } = window as unknown as MeasuredWindow;
      const all: string[][] = [];
      for (const state of states) {
        measures.show(state);
        all.push(await measures[measure]());
      }
      return all;
    },
    [states, measure] as const,
  );
  return states.flatMap(({ language }, index) =>
    (wrong[index] ?? []).map((wrong) => ({ language, look, wrong })),
  );
}

/** Lets axe judge texts of one letter as well: its own options of the contrast (WCAG 2.2, 1.4.3) but for `ignoreLength`. */
const judgeShortTexts = `axe.configure({
  checks: [
    {
      id: 'color-contrast',
      options: {
        ignoreUnicode: true,
        ignoreLength: true,
        ignorePseudo: false,
        boldValue: 700,
        boldTextPt: 14,
        largeTextPt: 18,
        contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
        pseudoSizeThreshold: 0.25,
      },
    },
  ],
})`;

/** A page without content: the stylesheets of the app in the order of their sizes, the largest one first, as it loads them. */
async function serveAssets(page: Page): Promise<void> {
  const files = (await readdir(assets)).filter((name) => name.endsWith('.css'));
  const sheets = files
    .toSorted((one, other) => Number(other.startsWith('app-')) - Number(one.startsWith('app-')))
    .map((name) => `<link rel="stylesheet" href="/assets/${name}">`);
  const html = `<!doctype html><html lang="en"><head><title>State</title><meta name="viewport" content="width=device-width, initial-scale=1">${sheets.join('')}</head><body></body></html>`;
  await page.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/assets/')) await route.fulfill({ path: join(assets, basename(pathname)) });
    else if (pathname === '/') await route.fulfill({ contentType: 'text/html', body: html });
    else await route.fulfill({ status: 404 });
  });
}
