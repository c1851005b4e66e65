import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { countDrawn, drawnIn, forgetDrawn } from '../support/drawnComponents.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
const pictures = 'test-results/pictures';
let browser: Browser;
let stored: Record<string, string>;

async function open(address: string, options: Parameters<typeof newPerson>[1]) {
  const { context, complaints } = await newPerson(browser, options);
  await context.addInitScript((entries) => {
    if (window.origin === 'null') return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await countDrawn(context);
  const page = await context.newPage();
  await page.goto(`${origin}${address}`);
  return { page, context, complaints };
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

describe.skipIf(!existsSync(chromiumPath))('what the demo’s person feels', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  test.each([
    { address: '/exchange?from=USDT', locale: 'ru-RU', colorScheme: 'dark' },
    { address: '/transactions?tab=withdraw', locale: 'en-GB', colorScheme: 'light' },
  ] as const)(
    'on a phone the action of $address is over the tab bar, wherever one has scrolled to',
    async ({ address, locale, colorScheme }) => {
      const { page, context, complaints } = await open(address, {
        locale,
        colorScheme,
        viewport: { width: 390, height: 640 },
      });
      const action = page.locator('main form button[type=submit]');
      await action.waitFor();
      const tabs = page.locator('.tabbed > nav').last();
      const gap = async () => {
        const [over, under] = await Promise.all([action.boundingBox(), tabs.boundingBox()]);
        return over && under ? under.y - (over.y + over.height) : Number.NaN;
      };
      const field = page.locator('main form input').first();
      await field.waitFor();
      await expect.poll(gap).toBeGreaterThanOrEqual(0);
      await page.screenshot({ path: `${pictures}/action-${locale}.png` });
      // A field that takes the focus is not behind the action.
      await field.focus();
      const bottom = await field.evaluate((element) => element.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThanOrEqual((await action.boundingBox())?.y ?? 0);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect.poll(gap).toBeGreaterThanOrEqual(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
    60_000,
  );

  test.each([{ locale: 'en-GB' }, { locale: 'ru-RU' }])(
    'in $locale the print of a transaction is a light receipt and nothing else',
    async ({ locale }) => {
      const { page, context, complaints } = await open('/transactions/history?kind=withdraw', {
        locale,
        colorScheme: 'dark',
      });
      await page.locator('a[href*="id="]').first().click();
      const receipt = page.locator('[data-receipt]');
      await receipt.locator('dl').waitFor();
      await page.emulateMedia({ media: 'print' });
      await expect.poll(() => receipt.getByText('zesto').isVisible()).toBe(true);
      const looks = await page.evaluate(() => ({
        seen: [...document.querySelectorAll('body button, body a, header, nav, main')].filter(
          (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0,
        ).length,
        ink: getComputedStyle(document.querySelector('[data-receipt]') ?? document.body).color,
      }));
      expect(looks).toEqual({ seen: 0, ink: 'rgb(17, 22, 15)' });
      await page.screenshot({ path: `${pictures}/receipt-${locale}.png`, fullPage: true });
      await page.emulateMedia({ media: 'screen' });
      await expect.poll(() => receipt.getByText('zesto').isVisible()).toBe(false);
      expect(complaints).toEqual([]);
      await context.close();
    },
    60_000,
  );

  test.each(['no-preference', 'reduce'] as const)(
    'what moves takes 120 to 200 ms; with motion as %s',
    async (reducedMotion) => {
      const { page, context } = await open('/wallet', { reducedMotion });
      await page.locator('main a[href="/wallet?token=STO"]').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      // What turns or breathes while something loads goes on as long as that takes.
      const times = await page.evaluate(() => {
        const found = [...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration, animationIterationCount } =
            getComputedStyle(element);
          return [transitionDuration, animationIterationCount === 'infinite' ? '0s' : animationDuration];
        });
        return [...new Set(found.flatMap((text) => text.split(', ')).map(Number.parseFloat))];
      });
      const moving = times.filter((seconds) => seconds > 0);
      if (reducedMotion === 'reduce') expect(moving).toEqual([]);
      else expect(moving.length).toBeGreaterThan(0);
      for (const seconds of moving) expect(seconds).toBeGreaterThanOrEqual(0.12);
      for (const seconds of moving) expect(seconds).toBeLessThanOrEqual(0.2);
      await context.close();
    },
  );

  test('a navigation draws little of the frame again, and a key in the exchange little but its field', async () => {
    const { page, context } = await open('/exchange', {});
    const amount = page.locator('#field-amount');
    await page.locator('#exchanges').waitFor();
    await page.locator('a[href="/wallet"]').first().click();
    await page.getByRole('row').nth(2).waitFor();
    await forgetDrawn(page);
    await page.locator('nav a[href="/exchange"]').first().click();
    await amount.waitFor();
    const arrival = (await drawnIn(page)).find(({ anew }) => anew > 100);
    expect(arrival?.again).toBeLessThanOrEqual(45);

    await page.locator('main canvas').first().waitFor();
    await amount.fill('12');
    await amount.focus();
    await forgetDrawn(page);
    await page.keyboard.press('3');
    await expect.poll(() => amount.inputValue()).toBe('123');
    const key = (await drawnIn(page)).find(({ again }) => again > 10);
    expect(key?.again).toBeLessThanOrEqual(35);
    await context.close();
  });

  test('Back from the page of a token and from a transaction leads to where one had scrolled', async () => {
    const { page, context } = await open('/wallet', { viewport: { width: 390, height: 500 } });
    const token = page.locator('a[href="/wallet?token=USDT"]').first();
    await token.waitFor();
    await token.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    const inWallet = await scrolled(page);
    await token.click();
    await page.getByRole('heading', { level: 1, name: 'USDT' }).waitFor();
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await token.waitFor();
    await expect.poll(async () => Math.abs((await scrolled(page)) - inWallet)).toBeLessThan(40);

    await page.goto(`${origin}/transactions/history`);
    const line = page.locator('main li a[href*="id="]').nth(6);
    await line.waitFor();
    await line.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    const inHistory = await scrolled(page);
    await line.click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => Math.abs((await scrolled(page)) - inHistory)).toBeLessThan(40);
    await context.close();
  });

  test('a page that is opened by its address begins at the top, also where one had scrolled before', async () => {
    const { page, context } = await open('/wallet', { viewport: { width: 390, height: 500 } });
    const token = page.locator('a[href="/wallet?token=USDT"]').first();
    await token.waitFor();
    await token.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);

    await page.goto(`${origin}/transactions/history`);
    await page.locator('main li a[href*="id="]').nth(6).waitFor();
    expect(await scrolled(page)).toBe(0);

    await page.goto(`${origin}/wallet`);
    await token.waitFor();
    expect(await scrolled(page)).toBe(0);
    await context.close();
  });

  test('the demo’s mailbox has the colours and the typeface of the app, dark too', async () => {
    const { context, complaints } = await newPerson(browser, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 640 },
    });
    const page = await context.newPage();
    await page.goto(`http://localhost:${Number(new URL(origin).port) + 1}/mailbox`);
    await page.getByRole('heading', { level: 1, name: 'Demo mailbox' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`)))
      .toContain('Onest loaded');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(12, 16, 11)',
    );
    await page.screenshot({ path: `${pictures}/mailbox.png` });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
