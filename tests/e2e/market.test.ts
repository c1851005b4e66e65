import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { convertMoney, knownRate, parseMoney, printMoney } from '../../contract/money.ts';
import { tokens } from '../../contract/tokens.ts';
import { drawnIn } from '../support/chartCanvas.ts';
import { chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { demoSession, newcomer, operator, register } from '../support/person.ts';
import { serveBuild } from '../support/servedBuild.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
const pictures = 'test-results/pictures';
let browser: Browser;

/** How many pixels of the chart are not empty. */
const inkIn = async (place: Page | Locator) => (await drawnIn(place)).count;

describe.skipIf(!existsSync(chromiumPath))('the market as one looks', () => {
  let stored: Record<string, string>;

  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  async function open(address: string, options: Parameters<typeof newPerson>[1] = {}) {
    const { context, complaints } = await newPerson(browser, options);
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(`${origin}${address}`);
    return { page, context, complaints };
  }

  test('a rate that the operator sets moves the value on the wallet', async () => {
    const { page, context, complaints } = await open('/wallet');
    await page.getByText('Live prices', { exact: true }).waitFor();
    const { code } = await operator({ origin, dataDir }, 'rates', 'set', 'ZST/USDT', '7.5', '--confirm');
    expect(code).toBe(0);
    const row = page.getByRole('row').filter({ hasText: 'Zesto' }).locator('data');
    const shown = async (part: Locator) => (await part.getAttribute('value')) ?? '';
    const valueAt = (balance: string) => {
      const zst = parseMoney(balance, tokens.ZST);
      return zst.ok ? printMoney(convertMoney(zst.value, knownRate('7.5'), tokens.USDT)) : 'no balance';
    };
    // The demo's market moves by itself: only the operator's price gives this value.
    await expect.poll(async () => (await shown(row.last())) === valueAt(await shown(row.first()))).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a chart is drawn, in the colours of the theme, and read by keys and by touch', async () => {
    const { page, context, complaints } = await open('/wallet', { hasTouch: true });
    await page.getByRole('link', { name: 'STO rate' }).click();
    await page.waitForURL('**/wallet?price=STO');
    const slider = page.getByRole('slider', { name: 'STO rate' });
    await slider.waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.uplot canvas').waitFor();
    await expect.poll(() => inkIn(dialog)).toBeGreaterThan(2_000);

    const words = () => slider.getAttribute('aria-valuetext');
    const last = await words();
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(words).not.toBe(last);
    const first = await words();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => words()).not.toBe(first);

    const box = await dialog.locator('.u-over').boundingBox();
    if (!box) throw new Error('the chart has no place');
    await page.touchscreen.tap(box.x + box.width * 0.5, box.y + 20);
    await expect.poll(async () => [first, last].includes(await words())).toBe(false);

    await dialog.getByText('7d', { exact: true }).click();
    await page.waitForURL('**/wallet?price=STO&range=week');
    await page.screenshot({ path: `${pictures}/prices.png` });
    await pressInDialog(page, 'Escape');
    await page.waitForURL('**/wallet');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the only bar of a chart stands in its middle', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, newcomer());
    await page.goto(`${origin}/analytics`);
    const figures = page.getByRole('region', { name: 'Over time', exact: true });
    await figures.locator('.uplot canvas').waitFor();
    await expect.poll(async () => (await drawnIn(figures)).middle).toBeGreaterThan(0.45);
    expect((await drawnIn(figures)).middle).toBeLessThan(0.55);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('analytics draw, tell and hand over what the filters let through', async () => {
    const { page, context, complaints } = await open('/analytics?group_by=monthly', {
      timezoneId: 'Asia/Tokyo',
    });
    await page.getByText('Days follow your time zone: Asia/Tokyo.').waitFor();
    const figures = page.getByRole('region', { name: 'Over time', exact: true });
    const total = page.getByRole('region', { name: 'Total over time' });
    await total.locator('.uplot canvas').waitFor();
    await expect.poll(() => inkIn(figures)).toBeGreaterThan(2_000);
    await page.screenshot({ path: `${pictures}/analytics.png`, fullPage: true });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('analytics_group_by-monthly.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    await page.getByText('Table', { exact: true }).click();
    await expect
      .poll(() => page.getByRole('table', { name: 'Over time' }).getByRole('rowheader').count())
      .toBe(lines.length - 1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the provider goes away and comes back: prices are told to be old, then live again', async () => {
    const served = await serveBuild();
    const { context, complaints } = await newPerson(browser);
    try {
      const page = await context.newPage();
      await register(page, served.origin, newcomer());
      await page.getByText('Live prices', { exact: true }).waitFor();
      // What the page fetches when it has nothing better to do is there.
      await page.waitForLoadState('networkidle').catch(() => {});
      await served.stop();
      await page.getByText('Prices aren’t updating').waitFor({ timeout: 60_000 });
      await page.getByText('Your wallet is ready').waitFor();
      const back = await serveBuild({ port: served.port, dataDir: served.dataDir });
      await page.getByText('Live prices', { exact: true }).waitFor({ timeout: 60_000 });
      await back.stop();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
      await served.remove();
    }
  });
});
