import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { demoSignIn } from '../../server/demo/seed.ts';
import { askPalette, chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { serveNewerBuild } from '../support/newerBuild.ts';
import { demoSession, signIn, signOut } from '../support/person.ts';

const origin = inject('origin');
const pictures = 'test-results/pictures';
let browser: Browser;
let stored: Record<string, string>;

/** Somebody in their wallet, whose browser has kept the app. */
async function settledIn(at = origin) {
  const { context, complaints } = await newPerson(browser, { serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${at}/auth/login`);
  await signIn(page, demoSignIn);
  await page.waitForURL('**/wallet');
  await page.getByRole('table').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { context, page, complaints };
}

/** Tells the page that there is no line: Playwright does not, where the worker and not the network has loaded the page. Lasts until `detach`. */
async function tellOffline(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return devtools;
}

/** What does not move with the prices. */
const balance = (page: Page) =>
  page.getByRole('row').filter({ hasText: 'Stone' }).getByRole('cell').first().textContent();

describe.skipIf(!existsSync(chromiumPath))('in a browser that keeps the app', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  test('a reload without a line shows the last wallet with its age; the line back, it is fresh; signing out, it is gone', async () => {
    const { context, page, complaints } = await settledIn();
    const before = await balance(page);
    await context.setOffline(true);
    await page.reload();
    let told = await tellOffline(page);
    await page.getByText(/^You are offline\. Showing data from \d\d:\d\d \(now\)\./).waitFor();
    await page.getByRole('table').waitFor();
    await expect.poll(() => balance(page)).toBe(before);
    await expect.poll(() => page.title()).toBe('Wallet · Zesto Crypto Wallet');
    await page.screenshot({ path: `${pictures}/offline-wallet.png` });

    // Another address, whose code was never loaded here.
    await told.detach();
    await page.goto(`${origin}/add-token`);
    told = await tellOffline(page);
    await page.getByText('This page isn’t available offline.').waitFor();
    await told.detach();
    await context.setOffline(false);
    await page.getByText(/^\d+ tokens$/).waitFor();
    await page.getByText(/^You are offline\./).waitFor({ state: 'detached' });

    await signOut(page);
    await page.waitForURL('**/auth/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last_read'))).toBeNull();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the worker keeps files of the app, and no answer of the provider', async () => {
    const { context, page, complaints } = await settledIn();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
    });
    expect(kept.names).toHaveLength(1);
    expect(kept.paths).toContain('/index.html');
    expect(kept.paths.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a newer version waits for a yes, and opens this page anew, and no other', async () => {
    const build = await serveNewerBuild(origin);
    onTestFinished(() => build.close());
    const { context, page, complaints } = await settledIn(build.origin);
    const other = await context.newPage();
    await other.goto(`${build.origin}/transactions/history`);
    await other.locator('#history-summary').waitFor();
    await other.evaluate(() => Object.assign(window, { isOld: true }));

    build.publish();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await page.getByText('A new version is available. Reload the page to get it.').waitFor();
    await page.screenshot({ path: `${pictures}/update.png` });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload now' }).click();
    await reloaded;
    await page.getByRole('table').waitFor();
    await expect.poll(() => page.getByText('A new version is available.').count()).toBe(0);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2);
    await expect.poll(() => other.evaluate(() => 'isOld' in window)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('by keys alone: to a screen, to an action, to a token', async () => {
    const { context, page, complaints } = await settledIn();
    await askPalette(page, 'hist');
    await page.locator('[role="menuitem"][data-focused]').filter({ hasText: 'History' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions/history');
    // A screen that comes closes what was opened over the one before.
    await page.getByRole('heading', { level: 1, name: /history/i }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await askPalette(page, 'exch sto');
    await page.locator('[role="menuitem"][data-focused]').filter({ hasText: 'Exchange STO' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/exchange?from=STO');
    await page.getByRole('heading', { level: 1, name: /exchange/i }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await askPalette(page, 'русский');
    await page.locator('[role="menuitem"][data-focused]').filter({ hasText: 'Русский' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Обмен' }).waitFor();

    await page.keyboard.press('Shift+Slash');
    await page.getByRole('dialog', { name: 'Горячие клавиши' }).waitFor();
    await pressInDialog(page, 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('code that does not come twice is offered by a reload, and a bell without code leaves the app', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(`${origin}/wallet`);
    await page.getByRole('table').waitFor();
    const code = '**/assets/*.js';
    await page.route(code, (route) => route.abort());

    await page.getByRole('button', { name: /Notifications/ }).click();
    await page.getByText('We couldn’t load this part of the page').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('We couldn’t load this part of the page').waitFor({ state: 'detached' });
    await page.getByRole('table').waitFor();

    await page.getByRole('link', { name: 'Support' }).first().click();
    await page.getByRole('heading', { name: 'We couldn’t open this page.' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    const reload = page.getByRole('button', { name: 'Reload the page' });
    await reload.waitFor();
    await page.screenshot({ path: `${pictures}/missing-code.png` });
    await page.unroute(code);
    await reload.click();
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the manifest and its pictures are there', async () => {
    const manifest = await (await fetch(`${origin}/manifest.webmanifest`)).json();
    expect(manifest.name).toBe('Zesto Crypto Wallet');
    for (const { src } of [...manifest.icons, { src: '/apple-touch-icon.png' }]) {
      const answer = await fetch(origin + src);
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, 'image/png']);
    }
    expect((await fetch(`${origin}/favicon.svg`)).headers.get('content-type')).toBe('image/svg+xml');
  });

  test.each(
    [390, 820, 1440].flatMap((width) =>
      (['en', 'ru'] as const).flatMap((language) =>
        (['light', 'dark'] as const).map((theme) => ({ width, language, theme })),
      ),
    ),
  )('at $width px, $language, $theme nothing is cut off', async ({ width, language, theme }) => {
    const { context, complaints } = await newPerson(browser, {
      locale: language === 'ru' ? 'ru-RU' : 'en-GB',
      colorScheme: theme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(`${origin}/add-token?q=usd`);
    await page.getByRole('listitem').first().waitFor();
    const picture = (name: string, fullPage: boolean) =>
      page.screenshot({ path: `${pictures}/${name}-${width}-${language}-${theme}.png`, fullPage });
    await picture('add-token', true);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: /ZST/ }).first().waitFor();
    await picture('palette', false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
