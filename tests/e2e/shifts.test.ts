import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { latch } from '../support/latch.ts';
import { openMailbox } from '../support/mailbox.ts';
import { demoSession, newcomer, operator, register, sessionIn } from '../support/person.ts';

const origin = inject('origin');
const served = { origin, dataDir: inject('dataDir') };
let browser: Browser;

/** Who visits: the demo's person, or somebody new whose identity is not verified, nor their email but for `verified`. */
type Visitor = 'demo' | 'empty' | 'funded' | 'verified' | 'nobody';
const sessions = { nobody: {} } as Record<Visitor, Record<string, string>>;

/** Of the link that verified the email of `verified`. */
let usedToken = '';

/** How much of a page may move while it loads (cumulative layout shift). */
const budget = 0.005;

/** How long each answer of the provider takes, in milliseconds: what it brings comes after what the page draws without it. */
const slowness = 400;

/** What a visit of a page does. */
interface Visit {
  path: string;
  /** Left out for the demo's person. */
  visitor?: Visitor;
  /** Waits for what the page shows last. */
  last: (page: Page) => Promise<void>;
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
const steps = (page: Page) => page.getByRole('heading', { name: /^(First steps|Первые шаги)$/ }).waitFor();
const row = (page: Page) => page.locator('main li').first().waitFor();

const pages: readonly Visit[] = [
  {
    path: '/auth/login',
    visitor: 'nobody',
    last: (page) => page.locator('main button').last().waitFor(),
  },
  {
    path: '/auth/registration',
    visitor: 'nobody',
    last: (page) => page.locator('#field-username').waitFor(),
  },
  { path: '/wallet', last: (page) => page.locator('main canvas').first().waitFor() },
  { path: '/wallet', visitor: 'empty', last: steps },
  {
    path: '/wallet',
    visitor: 'funded',
    last: (page) => page.getByRole('button', { name: /^(Send email|Отправить письмо)$/ }).waitFor(),
  },
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
  {
    path: '/auth/login#confirm_token=used',
    visitor: 'verified',
    last: async (page) => {
      await steps(page);
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

/** Opens an account, gives it what the name says, and returns its session. */
async function openNewAccount(visitor: 'empty' | 'funded' | 'verified') {
  const { context } = await newPerson(browser);
  const page = await context.newPage();
  const who = newcomer();
  await register(page, origin, who);
  if (visitor === 'funded') {
    const deposit = ['deposit', '--email', who.email, '--token', 'ZST', '--amount', '12.5'];
    expect(await operator(served, ...deposit)).toMatchObject({ code: 0 });
  }
  if (visitor === 'verified') {
    const mailbox = await context.newPage();
    const email = await openMailbox(mailbox, served, who.email, 'verify your email');
    const link = await email.getByRole('link').first().getAttribute('href');
    usedToken = /confirm_token=(.+)/.exec(link ?? '')?.[1] ?? '';
    await mailbox.goto(`${origin}/auth/login#confirm_token=${usedToken}`);
    await mailbox.locator('ol[aria-live] li').waitFor();
  }
  const session = await sessionIn(page);
  await context.close();
  return session;
}

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
      sessions.demo = await demoSession(origin);
      for (const visitor of ['empty', 'funded', 'verified'] as const)
        sessions[visitor] = await openNewAccount(visitor);
    });
    afterAll(() => browser?.close());

    describe.each(
      [390, 820, 1440].flatMap((width) => (['en', 'ru'] as const).map((language) => ({ width, language }))),
    )('at $width px, in $language', ({ width, language }) => {
      test.each(pages)('$path of $visitor', async ({ path, last, visitor = 'demo', before }) => {
        const { context, complaints } = await newPerson(browser, {
          locale: language === 'ru' ? 'ru-RU' : 'en-GB',
          viewport: { width, height: { 390: 844, 820: 1180 }[width] ?? 900 },
          // Without a pointer that hovers, why a button cannot be used is text under it.
          isMobile: width === 390,
          hasTouch: width === 390,
        });
        const page = await context.newPage();
        await page.addInitScript(watch);
        await page.addInitScript((items) => {
          for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
        }, sessions[visitor]);
        let awaited = 0;
        // Also on a busy machine, the page is drawn before what it reads comes. It waits for the session itself.
        const drawn = latch();
        await page.route('**/api/**', async (call) => {
          awaited += 1;
          if (!call.request().url().endsWith('/profile')) await drawn.isOpen;
          // Whatever order they come in: the balances come last, although they are asked for first.
          await wait(call.request().url().endsWith('/wallet') ? 2 * slowness : slowness);
          await call.continue().catch(() => null);
          // The page may be closed by then.
          await call
            .request()
            .response()
            .catch(() => null);
          awaited -= 1;
        });
        await page.goto(origin + path.replace('=used', `=${usedToken}`));
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
