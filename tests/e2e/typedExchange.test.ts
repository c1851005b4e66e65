import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { fillStorage } from '../support/fullStorage.ts';
import { keptFlows } from '../support/keptFlows.ts';
import { newcomer, openSession, operator, register } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;
/** Somebody who holds enough, for all tests here. */
const who = newcomer();

async function arrive(language: 'en' | 'ru') {
  const stored = { ...(await openSession(origin, who)), i18nextLng: language };
  const { context, complaints } = await newPerson(browser, {
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
  });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    if (sessionStorage.getItem('began') !== null) return;
    sessionStorage.setItem('began', 'yes');
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  const quoted: string[] = [];
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/exchange/quotes')) quoted.push(request.postDataJSON().pay);
    if (pathname.endsWith('/exchange')) sent.push(pathname);
  });
  // The chart beside the form has texts of another page.
  page.on('console', (message) => {
    if (message.text().includes('no words for')) complaints.push(message.text());
  });
  await page.goto(`${origin}/exchange?from=USDT&to=ZST`);
  return { context, complaints, page, quoted, sent };
}

const factOf = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(term, { exact: true }) })
    .locator('dd')
    .first();

describe.skipIf(!existsSync(chromiumPath))('an amount typed on Exchange', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    const { context } = await newPerson(browser);
    await register(await context.newPage(), origin, who);
    await context.close();
    const deposit = ['deposit', '--email', who.email, '--token', 'USDT', '--amount', '60000'];
    expect((await operator({ origin, dataDir }, ...deposit)).code).toBe(0);
  });
  afterAll(() => browser?.close());

  test('in English 20,500 is reviewed as twenty thousand five hundred', async () => {
    const { page, context, complaints, quoted } = await arrive('en');
    await page.getByRole('textbox', { name: 'You pay' }).fill('20,500');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /^Exchange 20,500(?:\.00)? USDT$/ }).waitFor();
    await expect.poll(() => factOf(page, 'You pay').textContent()).toMatch(/20,500\.00\s*USDT/);
    expect(new Set(quoted)).toEqual(new Set(['20500']));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('in Russian 20.500 is asked about, and nothing is quoted before the answer', async () => {
    const { page, context, complaints, quoted } = await arrive('ru');
    await page.getByRole('textbox', { name: 'Вы отдаёте' }).fill('20.500');
    const goOn = page.getByRole('button', { name: 'Продолжить', exact: true });
    await goOn.click();
    await page.getByText('Вы имели в\u00a0виду 20,50 или 20\u00a0500?').first().waitFor();
    expect(quoted).toEqual([]);
    await page.getByRole('button', { name: '20\u00a0500', exact: true }).click();
    await goOn.click();
    await page.getByRole('button', { name: /^Обменять 20\s500(?:,00)? USDT$/ }).waitFor();
    await expect.poll(() => factOf(page, 'Вы отдаёте').textContent()).toMatch(/20\s500,00\s*USDT/);
    expect(new Set(quoted)).toEqual(new Set(['20500']));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('without room for its record that is said before it is exchanged, once', async () => {
    const { page, context, sent } = await arrive('en');
    await page.getByRole('textbox', { name: 'You pay' }).fill('21.01');
    await page.evaluate(() => localStorage.removeItem('last_read'));
    await fillStorage(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Keep this page open until you see the result').waitFor();
    const exchange = page.getByRole('button', { name: /^Exchange 21\.01/ });
    await exchange.waitFor();
    expect(sent).toEqual([]);
    await exchange.click();
    await page.getByRole('heading', { name: 'Exchange completed' }).waitFor();
    expect(sent).toHaveLength(1);
    await expect.poll(() => keptFlows(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'You pay' }).inputValue()).toBe('');
    await context.close();
  });
});
