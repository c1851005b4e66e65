import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { latch } from '../support/latch.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
let browser: Browser;
let stored: Record<string, string>;

/** How much of a page may move while it loads (cumulative layout shift). */
const budget = 0.005;

/** How long each answer of the provider takes, in milliseconds: what it brings comes after what the page draws without it. */
const slowness = 400;

/** What a visit of a page does. */
interface Visit {
  path: string;
  /** Waits for what the page shows last. */
  last: (page: Page) => Promise<void>;
  isSignedOut?: true;
  /** Goes on from the page; it is then reloaded, and measured after that. */
  before?: (page: Page) => Promise<void>;
}

/** Asks for a quote of the amount, until its review is shown. */
async function review(page: Page, amount: string) {
  await page.locator('#field-amount').fill(amount);
  await page.locator('main form button[type=submit]').click();
  await page.locator('#field-amount').waitFor({ state: 'detached' });
}

const reviewed = (page: Page) => page.locator('main .page-action').waitFor();
const heading = (page: Page) => page.locator('main h2').first().waitFor();
const row = (page: Page) => page.locator('main li').first().waitFor();

const pages: readonly Visit[] = [
  { path: '/auth/login', last: (page) => page.locator('main button').last().waitFor(), isSignedOut: true },
  {
    path: '/auth/registration',
    last: (page) => page.locator('#field-username').waitFor(),
    isSignedOut: true,
  },
  { path: '/wallet', last: (page) => page.locator('main canvas').first().waitFor() },
  { path: '/exchange?from=USDT', last: (page) => page.locator('#exchanges').waitFor() },
  {
    path: '/transactions?tab=send&token=USDT',
    last: (page) => page.locator('#field-amount').waitFor(),
  },
  {
    path: '/transactions?tab=withdraw&token=USDT',
    last: (page) => page.locator('#field-amount').waitFor(),
  },
  { path: '/transactions?tab=receive&token=USDT', last: (page) => page.getByRole('img').first().waitFor() },
  { path: '/transactions/history', last: (page) => page.locator('#history-summary').waitFor() },
  { path: '/analytics', last: (page) => page.locator('main canvas').first().waitFor() },
  { path: '/wallet?token=ZST', last: (page) => page.locator('main canvas').first().waitFor() },
  { path: '/addresses', last: (page) => page.locator('main button').last().waitFor() },
  { path: '/profile', last: heading },
  { path: '/kyc', last: heading },
  { path: '/news', last: row },
  { path: '/support', last: row },
  { path: '/add-token', last: heading },
  {
    path: `/auth/login#confirm_token=${'x'.repeat(43)}`,
    last: async (page) => {
      await page.locator('main canvas').first().waitFor();
      await page.locator('ol[aria-live] li').waitFor();
    },
  },
  { path: '/exchange?to=STO', last: reviewed, before: (page) => review(page, '50') },
  {
    path: '/transactions?tab=withdraw&token=STO',
    last: reviewed,
    before: async (page) => {
      await page.locator('#field-to').fill('0x00000000000000000000000000000000000000aa');
      await review(page, '20');
    },
  },
];

/** Keeps what moved without having been pressed, and by how much. */
function watch() {
  const shifts: string[] = [];
  Object.assign(window, { shifts, shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      if (hadRecentInput) continue;
      Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + value });
      for (const { node, previousRect, currentRect } of sources) {
        const name = node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '');
        shifts.push(
          `${value.toFixed(4)} ${[previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)).join(' → ')} ${name}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

describe.skipIf(!existsSync(chromiumPath))(
  'what a page shows first stays where it is while the rest comes',
  () => {
    beforeAll(async () => {
      browser = await launchChromium();
      stored = await demoSession(origin);
    });
    afterAll(() => browser?.close());

    describe.each(
      [390, 820, 1440].flatMap((width) => (['en', 'ru'] as const).map((language) => ({ width, language }))),
    )('at $width px, in $language', ({ width, language }) => {
      test.each(pages)('$path', async ({ path, last, isSignedOut, before }) => {
        const { context, complaints } = await newPerson(browser, {
          locale: language === 'ru' ? 'ru-RU' : 'en-GB',
          viewport: { width, height: { 390: 844, 820: 1180 }[width] ?? 900 },
        });
        const page = await context.newPage();
        await page.addInitScript(watch);
        await page.addInitScript(
          (items) => {
            for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
          },
          isSignedOut ? {} : stored,
        );
        let awaited = 0;
        // Also on a busy machine, the page is drawn before what it reads comes. It waits for the session itself.
        const drawn = latch();
        await page.route('**/api/**', async (call) => {
          awaited += 1;
          if (!call.request().url().endsWith('/profile')) await drawn.isOpen;
          await wait(slowness);
          await call.continue().catch(() => null);
          // The page may be closed by then.
          await call
            .request()
            .response()
            .catch(() => null);
          awaited -= 1;
        });
        await page.goto(origin + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        drawn.open();
        if (before) {
          await before(page);
          await page.reload();
        }
        await last(page);
        await expect.poll(() => awaited).toBe(0);
        await page.evaluate(async () => {
          await document.fonts.ready;
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        });
        const { shifted, shifts } = await page.evaluate(() => ({
          shifted: Number(Reflect.get(window, 'shifted')),
          shifts: Reflect.get(window, 'shifts') as string[],
        }));
        expect(shifted, shifts.join('\n')).toBeLessThan(budget);
        expect(complaints).toEqual([]);
        await context.close();
      });
    });
  },
);
