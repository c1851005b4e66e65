import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { pdfPages } from '../support/pdfText.ts';
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
    stored = await demoSession(origin);
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
    await summary(page, `Page 1 of ${pages}`);
    await expect.poll(() => shown(page)).toBe(20);

    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL(`**${place}?page=2`);
    await summary(page, `Page 2 of ${pages}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('history-summary');
    await page.goBack();
    await summary(page, `Page 1 of ${pages}`);

    await page.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: 'Withdrawal' }).click();
    await page.waitForURL(`**${place}?kind=withdraw`);
    const { data, meta } = await call('/transactions?kind=withdraw');
    await summary(page, `${meta.total} transactions`);
    const { id } = data[0];
    await page.getByRole('searchbox').fill(id);
    await page.waitForURL(`**${place}?kind=withdraw&q=${id}`);
    await summary(page, /^1 transaction$/);
    await page.reload();
    await summary(page, /^1 transaction$/);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(id);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`**${place}`);
    await summary(page, `Page 1 of ${pages}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(['en', 'ru'] as const)(
    'a phone shows eight whole rows of 56 to 72 px, in %s',
    async (language) => {
      const { page, context, complaints } = await open(place, {
        locale: language === 'ru' ? 'ru-RU' : 'en-GB',
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      });
      const rows = page.locator('main li > a[href*="id="]');
      await expect.poll(() => rows.count()).toBe(20);
      const measure = () =>
        rows.evaluateAll((links) => {
          const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
          const tabs =
            [...document.querySelectorAll('nav')].at(-1)?.getBoundingClientRect().top ?? Number.NaN;
          const boxes = links.map((link) => link.getBoundingClientRect());
          return {
            lowest: Math.min(...boxes.map(({ height }) => height)),
            highest: Math.max(...boxes.map(({ height }) => height)),
            whole: boxes.filter((box) => box.top >= top && box.bottom <= tabs).length,
          };
        });
      await page.evaluate(() => document.fonts.ready);
      const { lowest, highest, whole } = await measure();
      expect(lowest).toBeGreaterThanOrEqual(56);
      expect(highest).toBeLessThanOrEqual(72);
      expect(whole).toBeGreaterThanOrEqual(8);
      // The day of what is looked at stays under the header.
      await rows.nth(6).evaluate((row) => row.scrollIntoView({ block: 'start' }));
      const day = page.locator('main h2').first();
      await expect.poll(async () => (await day.boundingBox())?.y).toBe(56);
      await rows.nth(8).tap();
      await page.getByRole('dialog').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('the details say what happened, have an address of their own, and close where they were opened', async () => {
    const { page, context, complaints } = await open(`${place}?kind=withdraw&status=failed`);
    await page.getByRole('link', { name: 'Withdrawal STO' }).click();
    await page.waitForURL(/[?&]id=/);
    const dialog = page.getByRole('dialog', { name: 'Withdrawal STO' });
    await dialog.getByText(/^The network didn’t accept this transaction\./).waitFor();
    await expect
      .poll(() => dialog.getByRole('listitem').allTextContents())
      .toEqual([expect.stringContaining('Done: Pending'), expect.stringContaining('Stopped: Failed')]);
    await page.reload();
    await dialog.waitFor();
    await pressInDialog(page, 'Escape');
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

    await page.getByRole('button', { name: 'Statements' }).click();
    const dialog = page.getByRole('dialog', { name: 'Statements' });
    await dialog.getByText('Year', { exact: true }).click();
    const [statement] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(statement.suggestedFilename()).toMatch(/^statement_\d{4}\.csv$/);
    const table = await readFile(await statement.path(), 'utf8');
    expect(table).toMatch(/^\ufeffrecord,token,time,/);
    expect(table).toMatch(/^closing,USDT,/m);
    await dialog.getByText(/is in your browser’s downloads/).waitFor();
    await page.screenshot({ path: `${pictures}/statements.png` });
    const [document] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(document.suggestedFilename()).toMatch(/^statement_\d{4}\.pdf$/);
    const texts = pdfPages(await readFile(await document.path())).flat();
    const [, closing] = /^closing,USDT,.*$/m.exec(table)?.[0].split(/(?:[^,]*,){9}([^,]*)/) ?? [];
    expect(closing).toMatch(/^\d+(\.\d+)?$/);
    expect(texts.map((each) => each.replaceAll(',', ''))).toContain(closing);
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
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await page.locator('main').getByRole('link').and(page.locator('[href*="id="]')).last().click();
    await page.getByRole('dialog').waitFor();
    await picture('history-details', false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
