import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { askPalette, chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
let browser: Browser;

describe.skipIf(!existsSync(chromiumPath))('the palette', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each([
    { locale: 'en-GB', asked: 'send 5 zst', found: 'Send 5 ZST', amount: 'Amount', search: 'Search' },
    { locale: 'ru-RU', asked: 'отправить 5 zst', found: 'Отправить 5 ZST', amount: 'Сумма', search: 'Поиск' },
  ])(
    'in $locale fills a form by what is asked, sends nothing, and finds an address',
    async (words) => {
      const { context, complaints } = await newPerson(browser, { locale: words.locale });
      const page = await context.newPage();
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && /\/(?:transactions|quotes|exchanges)/.test(request.url()))
          sent.push(request.url());
      });
      const stored = await demoSession(origin);
      await context.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(`${origin}/wallet`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await askPalette(page, words.asked, words.search);
      await page.getByRole('menuitem', { name: words.found }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/transactions*');
      await expect.poll(() => page.getByLabel(words.amount, { exact: true }).inputValue()).toBe('5');
      expect(sent).toEqual([]);

      await askPalette(page, 'usdt', words.search);
      const copying = page.getByRole('menuitem', { name: /USDT.*0x/ }).first();
      await copying.waitFor();
      await pressInDialog(page, 'Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
    60_000,
  );

  test.each(
    ([390, 820, 1440] as const).flatMap((width) =>
      (
        [
          ['en-GB', 'Keyboard shortcuts'],
          ['ru-RU', 'Горячие клавиши'],
        ] as const
      ).map(([locale, title]) => ({ width, locale, title })),
    ),
  )('shows each key beside what it does at $width px, in $locale', async ({ width, locale, title }) => {
    const { context } = await newPerson(browser, { locale, viewport: { width, height: 900 } });
    const stored = await demoSession(origin);
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    const page = await context.newPage();
    await page.goto(`${origin}/wallet`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    const terms = page.getByRole('dialog', { name: title }).locator('dl > div');
    await terms.first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const below = () =>
      terms.evaluateAll(
        (rows) =>
          rows.filter(({ children: [term, key] }) => {
            const [left, right] = [term, key].map((each) => each?.getBoundingClientRect());
            return !left || !right || left.top !== right.top || left.right > right.left;
          }).length,
      );
    await expect.poll(() => terms.count()).toBe(5);
    await expect.poll(below).toBe(0);
    await context.close();
  });
});
