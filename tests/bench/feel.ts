import type { Browser, ElementHandle, Page } from 'playwright-core';
import { userByEmail } from '../../server/accounts/users.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { demoSignIn } from '../../server/demo/seed.ts';
import { launchChromium, newPerson } from '../support/chromium.ts';
import { longHistory } from '../support/longHistory.ts';
import { signIn } from '../support/person.ts';
import { serveBuild } from '../support/servedBuild.ts';
import { serveBareBundle } from './bareBundle.ts';
import { tell } from './figures.ts';

/** So long somebody looks at the wallet before they go on, in milliseconds. */
const settling = 5_000;

/** How much slower than this machine the processor is made. */
const slowdown = 4;

/**
 * How the built app feels on a processor four times as slow, for a person with 100,000 transactions: from a key to the next
 * paint, from a press to the form it opens, and the longest task while the history is scrolled and its pages are turned. Everything that
 * is pressed is found before: a search by role runs in the page, where its tasks would count as the product's.
 */
export async function main() {
  const served = await withLongHistory();
  const bare = await serveBareBundle();
  const browser = await launchChromium();
  try {
    const beside = { name: 'a form of the bare bundle', value: await openingBare(browser, bare.origin) };
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(`${served.origin}/auth/login`);
    await signIn(page, demoSignIn);
    await page.waitForURL('**/wallet');
    await page.getByRole('row').nth(2).waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

    // Whoever has looked at their balances for a moment has the code of the next screens.
    await page.waitForTimeout(settling);
    const first = await opening(page, 'Exchange', '#field-amount');
    tell({ name: 'opening the exchange for the first time', value: first, unit: 'ms', aim: 200, beside });
    const again: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
      await page.getByRole('row').nth(2).waitFor();
      await page.waitForTimeout(1_000);
      again.push(await opening(page, 'Exchange', '#field-amount'));
    }
    const median = medianOf(again);
    tell({ name: 'opening the exchange again, median', value: median, unit: 'ms', aim: 200, beside });
    tell({ name: 'typing an amount, the slowest key', value: await typing(page), unit: 'ms', aim: 50 });
    await page.goto(`${served.origin}/transactions/history`);
    await page.locator('#history-summary').waitFor();
    await page.locator('#filter-panel [role="group"]').last().waitFor();
    await page.waitForTimeout(1_000);
    const longest = await scrolling(page);
    tell({ name: 'scrolling the history, the longest task', value: longest, unit: 'ms', aim: 100 });
  } finally {
    await browser.close();
    await bare.close();
    await served.remove();
  }
}

const medianOf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;

/** How long the bare bundle takes to open its form with one field, at the median. */
async function openingBare(browser: Browser, origin: string): Promise<number> {
  const { context } = await newPerson(browser);
  const page = await context.newPage();
  await page.goto(origin);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    await page.waitForTimeout(300);
    times.push(await opening(page, 'Other', '#field-amount'));
    await page.goBack();
    await page.locator('#field-email').waitFor();
  }
  await context.close();
  return medianOf(times);
}

/** The demo, whose person has 100,000 transactions more. */
async function withLongHistory() {
  const first = await serveBuild();
  await first.stop();
  const database = await openPglite({ dataDir: first.dataDir });
  const person = await userByEmail(database.query, demoSignIn.email);
  if (!person) throw new Error('the demo has nobody');
  await longHistory(database.query, person.id, 100_000);
  await database.close();
  return serveBuild({ dataDir: first.dataDir });
}

function watch() {
  const kept = { keys: [] as number[], tasks: [] as number[] };
  Object.assign(window, { kept });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') kept.keys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) kept.tasks.push(duration);
  }).observe({ type: 'longtask' });
}

type Kept = { readonly kept: { keys: number[]; tasks: number[] } };

/** Milliseconds from a press on a place of the navigation to the frame after its form is there. */
async function opening(page: Page, place: string, form: string): Promise<number> {
  const link = await page.getByRole('link', { name: place, exact: true }).first().elementHandle();
  await page.evaluate((selector) => {
    document.addEventListener(
      'pointerdown',
      () => {
        const began = performance.now();
        const look = () => {
          if (document.querySelector(selector)) {
            requestAnimationFrame(() =>
              setTimeout(() => Object.assign(window, { opened: performance.now() - began })),
            );
          } else requestAnimationFrame(look);
        };
        look();
      },
      { once: true, capture: true },
    );
  }, form);
  await pressAt(page, await middleOf(link));
  await page.waitForFunction(() => 'opened' in window, undefined, { polling: 50 });
  return page.evaluate(() => {
    const { opened } = window as unknown as { opened: number };
    Reflect.deleteProperty(window, 'opened');
    return opened;
  });
}

/** The point that a press on an element hits. Its page is asked once, for a rectangle. */
async function middleOf(found: ElementHandle | null): Promise<readonly [number, number]> {
  const box = await found?.boundingBox();
  if (!box) throw new Error('there is nothing to press');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A press without the waits of Playwright's `click`, whose checks run in the page. */
async function pressAt(page: Page, [x, y]: readonly [number, number]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

/** Keys whose paint came within 16 ms are not told by the browser: then the slowest is 16. */
async function typing(page: Page): Promise<number> {
  await page.locator('#field-amount').focus();
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    (window as unknown as Kept).kept.keys.length = 0;
  });
  await page.keyboard.type('1234.56789012', { delay: 60 });
  await page.waitForTimeout(300);
  return page.evaluate(() => Math.max(16, ...(window as unknown as Kept).kept.keys));
}

/** Nothing under 50 ms is a long task: then the longest is 50. */
async function scrolling(page: Page): Promise<number> {
  let longest = 50;
  for (let turn = 2; turn <= 6; turn += 1) {
    const link = await page.getByRole('link', { name: `Page ${turn}`, exact: true }).elementHandle();
    await page.waitForTimeout(200);
    await page.evaluate(() => {
      (window as unknown as Kept).kept.tasks.length = 0;
    });
    for (let times = 0; times < 12; times += 1) {
      await page.mouse.wheel(0, 200);
      await page.waitForTimeout(30);
    }
    await link?.scrollIntoViewIfNeeded();
    await pressAt(page, await middleOf(link));
    await page.waitForURL(`**page=${turn}`);
    await page.waitForTimeout(400);
    longest = await page.evaluate(
      (before) => Math.max(before, ...(window as unknown as Kept).kept.tasks),
      longest,
    );
  }
  return longest;
}
