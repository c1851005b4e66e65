import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
const pictures = 'test-results/pictures';
const place = '/transactions/history';
let browser: Browser;
let stored: Record<string, string>;

async function call(path: string, body?: unknown) {
  const answer = await fetch(`${origin}/api/web-app${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${stored.auth_token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const shown = (page: Page) => page.getByRole('rowheader').count();
const summary = (page: Page, text: string | RegExp) =>
  page.locator('#history-summary').filter({ hasText: text }).waitFor();

async function open(address: string, options: Parameters<typeof newPerson>[1] = {}) {
  const { context, complaints } = await newPerson(browser, options);
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(`${origin}${address}`);
  return { page, context, complaints };
}

describe.skipIf(!existsSync(chromiumPath))('the demo’s person looks at their history', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(browser, origin);
    // More than one page of them.
    for (let times = 0; times < 8; times += 1) {
      const quote = await call('/transactions/quotes', {
        kind: 'send',
        token: 'ZST',
        amount: '12',
        to: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      });
      await call('/transactions/send', { quote_id: quote.data.id });
    }
  });
  afterAll(() => browser?.close());

  test('filters are in the address, pages are turned, Back leads back, a reload stays', async () => {
    const { page, context, complaints } = await open('/wallet');
    await page.getByRole('link', { name: 'History' }).first().click();
    await page.waitForURL(`**${place}`);
    // Other tests pay from the same account.
    const pages = Math.ceil((await call('/transactions')).meta.total / 20);
    expect(pages).toBeGreaterThan(1);
    await summary(page, `Page 1 of ${pages}.`);
    expect(await shown(page)).toBe(20);

    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL(`**${place}?page=2`);
    await summary(page, `Page 2 of ${pages}.`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('history-summary');
    await page.goBack();
    await summary(page, `Page 1 of ${pages}.`);

    await page.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: 'Withdrawal' }).click();
    await page.waitForURL(`**${place}?kind=withdraw`);
    const { data, meta } = await call('/transactions?kind=withdraw');
    await summary(page, `${meta.total} transactions.`);
    const { id } = data[0];
    await page.getByRole('searchbox').fill(id);
    await page.waitForURL(`**${place}?kind=withdraw&q=${id}`);
    await summary(page, '1 transaction.');
    await page.reload();
    await summary(page, '1 transaction.');
    expect(await page.getByRole('searchbox').inputValue()).toBe(id);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`**${place}`);
    await summary(page, `Page 1 of ${pages}.`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the details say what happened, have an address of their own, and close where they were opened', async () => {
    const { page, context, complaints } = await open(`${place}?kind=withdraw&status=failed`);
    await page.getByRole('link', { name: 'Withdrawal STO' }).click();
    await page.waitForURL(/[?&]id=/);
    const dialog = page.getByRole('dialog', { name: 'Withdrawal STO' });
    await dialog.getByText(/^The network didn’t accept this transaction\./).waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('Done: Pending'),
      expect.stringContaining('Stopped: Failed'),
    ]);
    await page.reload();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${place}?kind=withdraw&status=failed`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the file holds exactly what the filters let through', async () => {
    const { page, context, complaints } = await open(`${place}?kind=deposit&token=USDT`);
    await summary(page, /transactions/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('history_kind-deposit_token-USDT.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    const { data } = await call('/transactions?kind=deposit&token=USDT&per_page=100');
    expect(data.length).toBeGreaterThan(0);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      data.map(({ id }: { id: string }) => id),
    );
    await page.getByText(/is in your browser’s downloads/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ['?page=0', 'Page not found'],
    ['?page=1000000000', 'Page not found'],
    ['?page=77', 'Page 77 doesn’t exist'],
    ['?kind=gift', '“gift” isn’t available.'],
    ['?date_from=2026-11-02&date_to=2026-11-01', 'The end date is before the start date.'],
    ['?date_from=soon', '“soon” isn’t a date.'],
    ['?id=nothing', 'This transaction isn’t in your history.'],
  ])('the address %s is answered in words: %s', async (search, words) => {
    const { page, context, complaints } = await open(place + search);
    await page.getByText(words).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(
    [390, 820, 1440].flatMap((width) =>
      (['en', 'ru'] as const).flatMap((language) =>
        (['light', 'dark'] as const).map((theme) => ({ width, language, theme })),
      ),
    ),
  )('at $width px, $language, $theme nothing is cut off', async ({ width, language, theme }) => {
    const { page, context, complaints } = await open(place, {
      locale: language === 'ru' ? 'ru-RU' : 'en-GB',
      colorScheme: theme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    await page.locator('#history-summary').waitFor();
    const picture = (name: string, fullPage: boolean) =>
      page.screenshot({ path: `${pictures}/${name}-${width}-${language}-${theme}.png`, fullPage });
    await picture('history-demo', true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('rowheader').getByRole('link').last().click();
    await page.getByRole('dialog').waitFor();
    await picture('history-details', false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
