import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { webAppBase } from '../../contract/call.ts';
import { earlyPaths } from '../../src/services/core/earlyReads.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { newcomer, operator, register, sessionIn } from '../support/person.ts';
import { budgets, type Weighed, weigh } from '../support/weigh.ts';
import { expectDrawn, pictures } from '../support/whole.ts';

const origin = inject('origin');
const served = { origin, dataDir: inject('dataDir') };

const visits = [[390], [820, 1440]].flatMap((widths) =>
  (['en', 'ru'] as const).map((language) => ({
    widths,
    language,
    looks: widths.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))),
  })),
);

/** What is waited for, where a page is more than its heading. */
const drawn: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  wallet: (page) => page.getByText('USDT').first().waitFor(),
  token: (page) => page.getByText('ZST').nth(3).waitFor(),
  send: (page) => page.locator('#field-amount').waitFor(),
  receive: (page) => page.getByRole('img').waitFor(),
  withdraw: (page) => page.locator('#field-amount').waitFor(),
  history: (page) => page.locator('#history-summary').waitFor(),
};

let browser: Browser;
const rich = newcomer();
let stored: Record<string, string>;

describe.skipIf(!existsSync(chromiumPath))('what a person sees', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, rich);
    for (const [token, amount] of [
      ['ZST', '12345.678901234567890123'],
      ['STO', '0.000000000000000001'],
      ['USDT', '1250.75'],
    ] as const) {
      expect(
        await operator(served, 'deposit', '--email', rich.email, '--token', token, '--amount', amount),
      ).toMatchObject({ code: 0 });
    }
    stored = await sessionIn(page);
    await context.close();
  });
  afterAll(() => browser?.close());

  describe.each(visits)('at $widths px, $language, light and dark', ({ looks, language }) => {
    test.each([
      { name: 'login', path: '/auth/login', signedIn: false },
      { name: 'registration', path: '/auth/registration', signedIn: false },
      { name: 'wallet', path: '/wallet', signedIn: true },
      { name: 'token', path: '/wallet?token=ZST', signedIn: true },
      { name: 'send', path: '/transactions?tab=send&token=USDT', signedIn: true },
      { name: 'receive', path: '/transactions?tab=receive&token=USDT', signedIn: true },
      { name: 'withdraw', path: '/transactions?tab=withdraw&token=USDT', signedIn: true },
      { name: 'history', path: '/transactions/history', signedIn: true },
      { name: 'not-found', path: '/nowhere', signedIn: true },
    ])('$name is whole, reachable and reads well', ({ name, path, signedIn }) =>
      expectDrawn(browser, {
        looks,
        language,
        name,
        address: `${origin}${path}`,
        stored: signedIn ? stored : {},
        drawn: drawn[name],
      }),
    );
  });

  test('the first token of the wallet stands above the tabs of a phone', async () => {
    const { context, complaints } = await newPerson(browser, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(`${origin}/wallet`);
    const token = page.getByRole('list', { name: 'Tokens' }).getByRole('link').first();
    await token.waitFor();
    const tabs = await page.getByRole('navigation').last().boundingBox();
    const box = await token.boundingBox();
    expect(box && tabs && box.y + box.height).toBeLessThanOrEqual(tabs?.y ?? Number.NaN);
    expect(box?.height).toBeGreaterThanOrEqual(56);
    expect(box?.height).toBeLessThanOrEqual(72);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(['light', 'dark'] as const)(
    'the part of a date that is typed next reads well, %s',
    async (theme) => {
      const { context, complaints } = await newPerson(browser, { colorScheme: theme });
      const page = await context.newPage();
      await page.addInitScript((items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(`${origin}/transactions/history`);
      const part = page.getByRole('spinbutton').first();
      await part.focus();
      await expect
        .poll(() => part.evaluate((element) => [getComputedStyle(element).color, element.textContent]))
        .toEqual(['rgb(17, 22, 15)', 'dd']);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('the language is switched without a reload, and stays', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/auth/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill('kept@example.com');
    await page
      .getByRole('radio', { name: 'Русский' })
      .or(page.getByRole('button', { name: /Русский|^RU$/ }))
      .first()
      .click({ force: true });
    await page.getByRole('heading', { level: 1, name: 'Вход' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ru');
    await expect.poll(() => page.getByLabel('Электронная почта').inputValue()).toBe('kept@example.com');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Вход' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe.skipIf(!existsSync(chromiumPath))('what a person has to download', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each(Object.keys(budgets) as Weighed[])(
    'until %s can be used: script within its budget',
    async (route) => {
      const { bytes, files } = await weigh(browser, origin, route, route.startsWith('/auth') ? {} : stored);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(budgets[route].bytes);
      expect(files).toBeLessThanOrEqual(budgets[route].files);
    },
  );

  test('the first figures of somebody signed in are asked for beside the scripts, and once', async () => {
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const path = earlyPaths.find((each) => pathname === webAppBase + each);
      if (path) asked.push(path);
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/assets\/app-[^/]+\.js$/, async (call) => {
      await held;
      await call.continue();
    });
    await page.goto(`${origin}/wallet`, { waitUntil: 'commit' });
    await expect.poll(() => asked.toSorted()).toEqual([...earlyPaths].toSorted());
    release();
    await page.locator('main table, main [role="table"], main li').first().waitFor();
    expect(asked).toHaveLength(earlyPaths.length);
    await context.close();
  });
});
