import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
const pictures = 'test-results/pictures';
let browser: Browser;

describe.skipIf(!existsSync(chromiumPath))('the page of a token', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each([
    { locale: 'en-GB', width: 390, send: 'Send', amount: 'Amount' },
    { locale: 'ru-RU', width: 1440, send: 'Отправить', amount: 'Сумма' },
  ])(
    'in $locale at $width px it opens from the wallet, leads to a form, and Back leads back',
    async (words) => {
      const { context, complaints } = await newPerson(browser, {
        locale: words.locale,
        viewport: { width: words.width, height: 844 },
      });
      const stored = await demoSession(origin);
      await context.addInitScript((entries) => {
        if (window.origin === 'null') return;
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      const page = await context.newPage();
      await page.goto(`${origin}/wallet`);
      await page.locator('a[href="/wallet?token=STO"]').first().click();
      await page.waitForURL('**/wallet?token=STO');
      await page.getByRole('heading', { level: 1, name: 'STO' }).waitFor();
      await page.locator('#holding').waitFor();
      await page.locator('.uplot canvas').first().waitFor();
      await page.screenshot({ path: `${pictures}/token-${words.width}.png`, fullPage: true });

      await page.getByRole('link', { name: words.send, exact: true }).click();
      await page.waitForURL('**/transactions?tab=send&token=STO');
      await page.getByLabel(words.amount, { exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'STO' }).waitFor();
      await page.goBack();
      await page.locator('a[href="/wallet?token=STO"]').first().waitFor();
      expect(new URL(page.url()).search).toBe('');
      await page.goto(`${origin}/wallet?token=NOPE`);
      await page.getByRole('heading', { level: 1, name: 'NOPE' }).waitFor();
      await expect.poll(() => page.locator('#holding').count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
    60_000,
  );

  test('well-known tokens have their logos, an impostor of one has letters', async () => {
    const { context, complaints } = await newPerson(browser);
    const stored = await demoSession(origin);
    await context.addInitScript((entries) => {
      if (window.origin === 'null') return;
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    const page = await context.newPage();
    await page.goto(`${origin}/add-token`);
    const entries = page.locator('main li');
    await expect.poll(() => entries.count()).toBe(14);
    const marks = await entries.evaluateAll((all) =>
      all.map((entry) => {
        const mark = entry.querySelector('[aria-hidden].rounded-full');
        if (!mark) return 'none';
        const logo = /url\("(.+)"\)/.exec(getComputedStyle(mark).backgroundImage)?.[1];
        return mark.querySelector('svg') ? 'drawn' : (logo ?? getComputedStyle(mark, '::before').content);
      }),
    );
    const symbols = await entries.locator('h2').allTextContents();
    const found = Object.fromEntries(symbols.map((symbol, at) => [symbol, marks[at]]));
    const letters = Object.entries(found).filter(([, mark]) => mark?.startsWith('"'));
    expect(letters.map(([, mark]) => mark).toSorted()).toEqual(['"ST"', '"US"', '"WE"']);
    expect(letters.map(([symbol]) => symbol).some((symbol) => symbol.startsWith('USDT.'))).toBe(true);
    expect([found.ZST, found.STO]).toEqual(['drawn', 'drawn']);
    const logos = Object.entries(found).filter(([, mark]) => mark?.startsWith('http'));
    expect(logos.map(([symbol]) => symbol).toSorted()).toEqual([
      'AAVE',
      'EURC',
      'LINK',
      'PAXG',
      'PEPE',
      'UNI',
      'USDC',
      'USDT',
      'WBTC',
    ]);
    for (const [symbol, address = ''] of logos) {
      const answer = await page.request.get(address);
      expect(answer.headers()['content-type'], symbol).toContain('image/svg+xml');
      expect(await answer.text(), symbol).toMatch(/^<svg /);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
