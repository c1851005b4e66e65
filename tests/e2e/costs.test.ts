import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

let served: ServedBuild;
const pictures = 'test-results/pictures';
const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
let browser: Browser;
let stored: Record<string, string>;

const looks = [
  ['390', 'en', 'light', { width: 390, height: 844 }],
  ['1440', 'ru', 'dark', { width: 1440, height: 900 }],
] as const;

const words = {
  en: { pay: 'You pay', receive: 'You receive', amount: 'Amount', to: 'Recipient', on: 'Continue' },
  ru: {
    pay: 'Вы отдаёте',
    receive: 'Вы получаете',
    amount: 'Сумма',
    to: 'Получатель',
    on: 'Продолжить',
  },
} as const;
const facts = {
  en: { fee: 'Fee', rate: 'Rate', leaves: 'Total deducted', arrives: 'Recipient gets', change: 'Edit' },
  ru: {
    fee: 'Комиссия',
    rate: 'Курс',
    leaves: 'Спишется',
    arrives: 'Получатель получит',
    change: 'Изменить',
  },
} as const;

/** The exact amount of a fact. */
const fact = (page: Page, term: string) =>
  page
    .locator('main div')
    .filter({ has: page.locator(`:scope > dt:text-is("${term}")`) })
    .locator('data')
    .first()
    .getAttribute('value');

describe.skipIf(!existsSync(chromiumPath))('what is read while one types is what the review says', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    // Of its own: what others have sent to new addresses would be counted.
    served = await serveBuild();
    stored = await demoSession(served.origin);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  async function open(address: string, language: 'en' | 'ru', options: Parameters<typeof newPerson>[1]) {
    const { context, complaints } = await newPerson(browser, options);
    const page = await context.newPage();
    await page.addInitScript(
      (items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      },
      { ...stored, i18nextLng: language },
    );
    await page.goto(`${served.origin}${address}`);
    return { page, context, complaints };
  }

  test.each(looks)('of an exchange, at %s in %s', async (width, language, colorScheme, viewport) => {
    const locale = language === 'ru' ? 'ru-RU' : 'en-GB';
    const { page, context, complaints } = await open('/exchange?from=ZST&to=USDT', language, {
      ...{ viewport, colorScheme, locale },
    });
    const { pay, receive, on } = words[language];
    const { fee, rate, change } = facts[language];
    await page.getByRole('textbox', { name: pay }).fill('1');
    await page.locator('[data-invalid]').first().waitFor();
    await page.screenshot({ path: `${pictures}/costs-judged-${width}.png`, fullPage: true });
    // The market may move between the form and the quote: then the two are looked at again.
    const told = async () => {
      await page.getByRole('textbox', { name: pay }).fill('1 250,75');
      const receives = page.getByRole('textbox', { name: receive });
      const estimate = {
        receive: (await receives.inputValue()).replace(',', '.'),
        fee: await fact(page, fee),
        rate: await fact(page, rate),
      };
      await page.screenshot({ path: `${pictures}/costs-exchange-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: on, exact: true }).click();
      await page.getByRole('button', { name: change, exact: true }).waitFor();
      const review = {
        receive: await fact(page, receive),
        fee: await fact(page, fee),
        rate: await fact(page, rate),
      };
      await page.screenshot({ path: `${pictures}/costs-review-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: change, exact: true }).click();
      await page.getByRole('textbox', { name: pay }).waitFor();
      return { estimate, review };
    };
    await expect
      .poll(async () => {
        const { estimate, review } = await told();
        return JSON.stringify(estimate) === JSON.stringify(review) ? estimate.fee : { estimate, review };
      })
      .toBe('2.5015');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(looks)('of a withdrawal, at %s in %s', async (width, language, colorScheme, viewport) => {
    const locale = language === 'ru' ? 'ru-RU' : 'en-GB';
    const { page, context, complaints } = await open('/transactions?tab=withdraw&token=ZST', language, {
      ...{ viewport, colorScheme, locale },
    });
    const { amount, to, on } = words[language];
    const { fee, leaves, arrives, change } = facts[language];
    await page.getByRole('textbox', { name: to }).fill(outside);
    const told = async () => {
      await page.getByRole('textbox', { name: amount }).fill('20,25');
      const read = async () => ({
        fee: await fact(page, fee),
        leaves: await fact(page, leaves),
        arrives: await fact(page, arrives),
      });
      const estimate = await read();
      await page.screenshot({ path: `${pictures}/costs-withdraw-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: on, exact: true }).click();
      await page.getByRole('button', { name: change, exact: true }).waitFor();
      const review = await read();
      await page.screenshot({ path: `${pictures}/costs-withdraw-review-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: change, exact: true }).click();
      await page.getByRole('textbox', { name: amount }).waitFor();
      return { estimate, review };
    };
    await expect
      .poll(async () => {
        const { estimate, review } = await told();
        return JSON.stringify(estimate) === JSON.stringify(review) ? estimate.arrives : { estimate, review };
      })
      .toBe('20.25');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
