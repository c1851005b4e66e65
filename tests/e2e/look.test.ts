import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
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

  /** A page of the person who has tokens. */
  async function open(path: string, options: BrowserContextOptions) {
    const person = await newPerson(browser, options);
    const page = await person.context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(`${origin}${path}`);
    return { ...person, page };
  }

  test.each(['en-GB', 'ru-RU'])('at 820 px no amount is broken between its digits, %s', async (locale) => {
    const { page, context, complaints } = await open('/wallet', {
      locale,
      viewport: { width: 820, height: 900 },
    });
    const smallest = page.locator('main data[value="0.000000000000000001"]');
    // In the list of tokens and in the latest transactions.
    await expect.poll(() => smallest.count()).toBe(2);
    await page.evaluate(() => document.fonts.ready);
    const broken = await page.locator('main data').evaluateAll((all) =>
      all
        .filter((each) => {
          const pieces = [...each.getClientRects()];
          const lowest = Math.max(...pieces.map(({ top }) => top));
          return lowest >= Math.min(...pieces.map(({ bottom }) => bottom));
        })
        .map((each) => each.textContent),
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    { path: '/transactions?tab=send&token=USDT', fields: 3 },
    { path: '/exchange?from=USDT', fields: 4 },
  ])(
    'at 1024 px the form of $path takes the width, and its fields are within it',
    async ({ path, fields }) => {
      const { page, context, complaints } = await open(path, { viewport: { width: 1024, height: 900 } });
      const form = page.locator('main form');
      const controls = form.locator('input[type="text"], button[aria-haspopup="listbox"]');
      await expect.poll(() => controls.count()).toBe(fields);
      const frame = await form.boundingBox();
      const content = await page.locator('main').boundingBox();
      const ends = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(frame && ends.every((end) => end < frame.x + frame.width)).toBe(true);
      expect(frame && content && frame.width / content.width).toBeGreaterThan(0.9);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('the fields of a step of the registration are of one height', async () => {
    const { context, complaints } = await newPerson(browser, { viewport: { width: 820, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${origin}/auth/registration`);
    await page.getByLabel('First name').fill('Anna');
    await page.getByLabel('Last name').fill('Lindgren');
    await page.getByLabel('Username').fill(newcomer().username);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const country = page.getByRole('combobox', { name: 'Country' });
    await country.waitFor();
    const inputs = ['tel', 'country-name'].map((name) => page.locator(`main input[autocomplete="${name}"]`));
    const heights = await Promise.all(
      inputs.map((input) =>
        input.evaluate((each) => each.closest('.rounded-field.border')?.getBoundingClientRect().height),
      ),
    );
    expect(heights).toEqual([44, 44]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('while one token is added, the buttons of the others keep their places on a phone', async () => {
    const { page, context, complaints } = await open('/add-token', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const add = page.getByRole('button', { name: /^Add / });
    await add.nth(1).waitFor();
    const places = () =>
      add.evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width } = each.getBoundingClientRect();
          return [Math.round(x), Math.round(y + scrollY), Math.round(width)];
        }),
      );
    const before = await places();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/web-app/wallet/tokens**', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await held;
      await route.abort();
    });
    await add.first().tap();
    const other = add.nth(1);
    await expect.poll(() => other.getAttribute('aria-disabled')).toBe('true');
    expect(await places()).toEqual(before);
    // A control with `aria-disabled` can be pressed, to ask why.
    await other.tap({ force: true });
    const reason = page.getByText('We’re updating another token. Please wait.');
    const shown = () =>
      reason.evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().width > 1).length);
    await expect.poll(shown).toBe(1);
    goOn();
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
