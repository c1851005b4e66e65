import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { drawnIn } from '../support/chartCanvas.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';
import { pictures } from '../support/whole.ts';

const origin = inject('origin');
let browser: Browser;
let stored: Record<string, string>;

async function arrive(path: string, width: number) {
  const { context, complaints } = await newPerson(browser, {
    viewport: { width, height: 900 },
    forcedColors: 'active',
  });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { context, complaints, page };
}

const grounds = (parts: Locator) =>
  parts.evaluateAll((elements) => elements.map((element) => getComputedStyle(element).background));

describe.skipIf(!existsSync(chromiumPath))('with forced colours', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  test('the parts of a balance differ by their patterns', async () => {
    const { context, complaints, page } = await arrive('/wallet', 1440);
    const parts = page.locator('[data-part]');
    await expect.poll(() => parts.count()).toBe(3);
    await page.screenshot({ path: `${pictures}/forced-wallet.png` });
    expect(new Set(await grounds(parts)).size).toBe(3);
    // Else the browser keeps the grounds in the style and does not draw them.
    const adjusts = parts.evaluateAll((elements) =>
      elements.map((element) => getComputedStyle(element).getPropertyValue('forced-color-adjust')),
    );
    expect(await adjusts).toEqual(['none', 'none', 'none']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([1440, 390])('the page and the tab that one is on are marked, at %s px', async (width) => {
    const { context, complaints, page } = await arrive('/transactions?tab=receive&token=USDT', width);
    for (const name of [/Quick navigation|Main navigation/, 'Transaction type']) {
      const links = page.getByRole('navigation', { name }).getByRole('link').filter({ visible: true });
      const current = links.and(page.locator('[aria-current="page"]'));
      const others = links.and(page.locator(':not([aria-current])'));
      const [ground] = await grounds(current);
      expect(ground).toBeDefined();
      expect(await grounds(others)).not.toContain(ground);
    }
    await page.screenshot({ path: `${pictures}/forced-tabs-${width}.png` });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the ground under a line of a chart is not filled', async () => {
    const { context, complaints, page } = await arrive('/wallet', 1440);
    await page.locator('.uplot canvas').first().waitFor();
    await expect.poll(async () => (await drawnIn(page)).share).toBeGreaterThan(0.01);
    expect((await drawnIn(page)).share).toBeLessThan(0.15);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('of a few choices the chosen one is marked', async () => {
    const { context, complaints } = await newPerson(browser, { forcedColors: 'active' });
    const page = await context.newPage();
    await page.goto(`${origin}/auth/login`);
    const choices = page.getByRole('group', { name: 'Language' }).locator('label');
    await expect.poll(() => choices.count()).toBe(2);
    const [english, russian] = await grounds(choices);
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
      const { background } = getComputedStyle(probe);
      probe.remove();
      return background;
    });
    expect(english).toBe(highlight);
    expect(russian).not.toBe(highlight);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a box that is not chosen has no mark', async () => {
    const { context, complaints } = await newPerson(browser, { forcedColors: 'active' });
    const page = await context.newPage();
    await page.goto(`${origin}/auth/login`);
    const box = page.getByRole('checkbox', { name: 'Remember me' });
    const mark = page.locator('label').filter({ has: box }).locator('svg');
    const look = () => mark.evaluate((element) => getComputedStyle(element).visibility);
    await expect.poll(look).toBe('hidden');
    await box.check({ force: true });
    await expect.poll(look).toBe('visible');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
