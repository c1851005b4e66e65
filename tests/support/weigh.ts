import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { newPerson } from './chromium.ts';

/** What each page may make a person download before it can be used: script, in bytes as they cross the line, and in files. */
export const budgets = {
  '/auth/login': { bytes: 150_000, files: 8 },
  '/auth/registration': { bytes: 165_000, files: 18 },
  '/wallet': { bytes: 200_000, files: 20 },
  '/wallet?token=ZST': { bytes: 220_000, files: 24 },
  '/transactions/history': { bytes: 220_000, files: 24 },
} as const;
export type Weighed = keyof typeof budgets;

/** What is there, in the page, once it can be used. */
const usable: Readonly<Record<Weighed, string>> = {
  '/auth/login': 'input[name="password"]',
  '/auth/registration': 'input[autocomplete="new-password"]',
  '/wallet': 'main table, main [role="table"], main li',
  '/wallet?token=ZST': '#holding',
  '/transactions/history': '#history-summary',
};

/** How long each answer of the provider takes, in milliseconds. */
const slowness = 3_000;

/**
 * Visits `route` as somebody with an empty cache, with `stored` in local storage, and weighs the script that had come
 * at the moment when the page could be used. What is fetched ahead, once there is nothing else to do, costs nobody any
 * waiting: how much of it has come by then is chance, so that idle time begins after that moment here.
 */
export async function weigh(
  browser: Browser,
  origin: string,
  route: Weighed,
  stored: Readonly<Record<string, string>> = {},
): Promise<{ bytes: number; files: number }> {
  const { context } = await newPerson(browser);
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.addInitScript((selector) => {
    const idle = window.requestIdleCallback.bind(window);
    const waiting: IdleRequestCallback[] = [];
    window.requestIdleCallback = (callback) => waiting.push(callback);
    const watch = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return;
      watch.disconnect();
      performance.mark('usable');
      window.requestIdleCallback = idle;
      for (const callback of waiting) idle(callback);
    });
    watch.observe(document, { childList: true, subtree: true });
  }, usable[route]);
  // What comes before the figures must come before them on a slow day, too.
  await page.route('**/api/**', async (call) => {
    await wait(slowness);
    await call.continue();
  });
  await page.goto(`${origin}${route}`);
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  const weighed = await page.evaluate(() => {
    const moment = performance.getEntriesByName('usable')[0]?.startTime ?? 0;
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= moment);
    return {
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      files: scripts.length,
    };
  });
  await context.close();
  return weighed;
}
