import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { installWallets } from '../support/browserWallets.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
const pictures = 'test-results/pictures';
let browser: Browser;
let stored: Record<string, string>;

/** 1280 by 1024 at 400 %. */
const viewport = { width: 320, height: 256 };

async function arrive(path: string, language: 'en' | 'ru', size = viewport) {
  const { context, complaints } = await newPerson(browser, {
    viewport: size,
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
  });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { context, complaints, page };
}

/** Once scrolled, how many pixels of the height belong to an element that does not scroll with the page. */
const pinned = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, 200);
    const isPinned = (element: Element | null): boolean =>
      element !== null &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || isPinned(element.parentElement));
    let count = 0;
    for (let y = 0; y < innerHeight; y += 1)
      if (isPinned(document.elementFromPoint(innerWidth / 2, y))) count += 1;
    return { count, isScrolled: window.scrollY === 200 };
  });

/** What is wider than the window, or than the page's own column. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('#content > div')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .flatMap((box) => {
        const { right } = box.getBoundingClientRect();
        return [...box.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

/** Opens what lies over a page, by the name of its button in English or by a key. */
const overlays: readonly (readonly [name: string, path: string, opened: (page: Page) => Promise<void>])[] = [
  ['the account menu', '/wallet', (page) => page.getByRole('button', { name: /Account menu/ }).click()],
  ['the notifications', '/wallet', (page) => page.getByRole('button', { name: /^Notifications/ }).click()],
  ['the search', '/wallet', (page) => page.keyboard.press('Control+k')],
  ['the shortcuts', '/wallet', (page) => page.keyboard.press('?')],
  ['a new address', '/addresses', (page) => page.getByRole('button', { name: 'Add an address' }).click()],
  ['another password', '/profile', (page) => page.getByRole('button', { name: 'Change password' }).click()],
  [
    'the end of the account',
    '/profile',
    (page) => page.getByRole('button', { name: 'Close account' }).click(),
  ],
  [
    'a transaction',
    '/transactions/history',
    (page) => page.locator('main tbody tr, main li a').first().click(),
  ],
];

/** The controls of what lies over the page that stay cut off or covered when it is scrolled to them. */
const outOfReach = (page: Page) =>
  page.evaluate(() => {
    const over = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(
      -1,
    );
    const controls = [
      ...(over?.querySelectorAll('button, a[href], input, select, textarea, [role^="menuitem"]') ?? []),
    ]
      .filter((control) => control.closest('[aria-hidden="true"]') === null)
      // The input of a switch is invisible; its label is what people press.
      .map((control) => control.closest('label') ?? control)
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 2);
    if (controls.length === 0) return ['nothing is open'];
    return controls.flatMap((control) => {
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isSeen = left >= 0 && right <= innerWidth && top >= -1 && bottom <= innerHeight + 1;
      const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
      return isSeen && isHit ? [] : [control.outerHTML.slice(0, 200)];
    });
  });

describe.skipIf(!existsSync(chromiumPath))('at 400 % zoom', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  const pages = [
    '/wallet',
    '/exchange',
    '/transactions?tab=send',
    '/transactions/history',
    '/analytics',
    '/news',
    '/support',
    '/profile',
    '/add-token',
  ];
  test.each(pages.flatMap((path) => (['en', 'ru'] as const).map((language) => ({ path, language }))))(
    '$path in $language has all of the height, and keeps to its width',
    async ({ path, language }) => {
      const { context, complaints, page } = await arrive(path, language);
      const name = path.replace(/\W+/g, '-');
      await expect.poll(() => pinned(page)).toEqual({ count: 0, isScrolled: true });
      await expect.poll(() => tooWide(page)).toEqual([]);
      await page.screenshot({ path: `${pictures}/zoom${name}-${language}.png` });
      const tabs = page.getByRole('navigation', {
        name: language === 'ru' ? 'Быстрый переход' : 'Quick navigation',
      });
      await tabs.getByRole('link').first().click();
      await page.waitForURL('**/wallet');
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test.each(['/wallet', '/wallet?token=ZST', '/analytics'])(
    '%s with its chart keeps to its width when the window becomes narrower',
    async (path) => {
      const { context, page } = await arrive(path, 'ru', { width: 700, height: 800 });
      const chart = page.locator('canvas').first();
      await expect.poll(async () => (await chart.boundingBox())?.width ?? 0).toBeGreaterThan(320);
      await page.setViewportSize(viewport);
      await expect.poll(async () => (await chart.boundingBox())?.width ?? 400).toBeLessThan(320);
      await expect.poll(() => tooWide(page)).toEqual([]);
      await context.close();
    },
  );

  test.each(['/wallet', '/wallet?token=USDT'])(
    'a transaction of a token with a long symbol does not widen %s',
    async (path) => {
      const { context, page } = await arrive(path, 'ru');
      const name = page.locator('section[aria-labelledby="latest"] li span[title]').first();
      await name.waitFor();
      await name.evaluate((title) => {
        title.textContent = 'Пополнение WSTETHLONG.4FABB1';
      });
      await expect.poll(() => tooWide(page)).toEqual([]);
      await context.close();
    },
  );

  test.each(overlays)('all of %s can be reached', async (name, path, open) => {
    const { context, complaints, page } = await arrive(path, 'en');
    await open(page);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await page.screenshot({ path: `${pictures}/zoom-${name.replace(/\W+/g, '-')}.png` });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the terms have all of the height while they are to be agreed to', async () => {
    const { context, complaints } = await newPerson(browser, { viewport });
    const page = await context.newPage();
    await installWallets(page, [], false);
    await page.goto(`${origin}/auth/login`);
    await page.getByRole('button', { name: 'Use browser wallet' }).click();
    await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
    await expect.poll(() => pinned(page)).toEqual({ count: 0, isScrolled: true });
    await page.screenshot({ path: `${pictures}/zoom-terms.png` });
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a higher window keeps its header and its tabs in sight', async () => {
    const { context, page } = await arrive('/wallet', 'en', { width: 390, height: 700 });
    await expect.poll(async () => (await pinned(page)).count).toBeGreaterThan(100);
    await context.close();
  });
});
