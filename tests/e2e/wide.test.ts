import { existsSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
let browser: Browser;
let stored: Record<string, string>;

async function arrive(path: string, locale: string, width: number) {
  const { context, complaints } = await newPerson(browser, { viewport: { width, height: 900 }, locale });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const leave = async () => {
    expect(complaints).toEqual([]);
    await context.close();
  };
  return { page, leave };
}

/** Whether the second stands to the right of the first, and not below it. */
async function isBeside(first: Locator, second: Locator) {
  const [left, right] = [await first.boundingBox(), await second.boundingBox()];
  if (!(left && right)) return 'missing';
  return right.x >= left.x + left.width && right.y < left.y + left.height;
}

describe.skipIf(!existsSync(chromiumPath))('a desktop', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  describe.each(['en-GB', 'ru-RU'])('in %s', (locale) => {
    test.each([
      [1199, false],
      [1200, true],
    ])('at %i px the chart beside the form of an exchange: %s', async (width, isThere) => {
      const { page, leave } = await arrive('/exchange', locale, width);
      const amount = page.locator('#field-amount');
      await amount.waitFor();
      await page.locator('#exchanges').waitFor();
      const chart = page.locator('main canvas');
      if (isThere) await expect.poll(() => isBeside(amount, chart.first())).toBe(true);
      else await expect.poll(() => chart.count()).toBe(0);
      await leave();
    });

    test.each([
      [1199, false],
      [1200, true],
    ])('at %i px an index beside the parts of the profile: %s', async (width, isThere) => {
      const { page, leave } = await arrive('/profile', locale, width);
      const part = page.locator('#profile-personal');
      await part.waitFor();
      const index = page.locator('main nav');
      if (isThere) expect(await isBeside(index, part)).toBe(true);
      else await expect.poll(() => index.isVisible()).toBe(false);
      await leave();
    });

    test('all of the catalogue is on one screen at 1440 px, and its details are not', async () => {
      const { page, leave } = await arrive('/add-token', locale, 1440);
      const entries = page.locator('main li');
      await expect.poll(() => entries.count()).toBe(14);
      await page.evaluate(() => document.fonts.ready);
      const lowest = await entries.evaluateAll((all) =>
        Math.max(...all.map((entry) => entry.getBoundingClientRect().bottom)),
      );
      expect(lowest).toBeLessThanOrEqual(900);
      await expect.poll(() => page.getByText(/0x/).filter({ visible: true }).count()).toBe(0);
      await leave();
    });

    test('an article is read in a column beside the headlines at 1200 px', async () => {
      const { page, leave } = await arrive('/news', locale, 1200);
      await page.locator('main li a').first().click();
      const article = page.locator('main article');
      await article.waitFor();
      const box = await article.boundingBox();
      expect(box?.width).toBeLessThanOrEqual(768);
      await expect.poll(() => page.locator('main li a').count()).toBeGreaterThan(3);
      await leave();
    });

    test.each(['/exchange', '/transactions?tab=send', '/support?ticket=new', '/profile'])(
      'at 820 px the form of %s takes the width of the page',
      async (path) => {
        const { page, leave } = await arrive(path, locale, 820);
        const action = page.locator('main form button[type=submit], main form .page-action button').first();
        await action.waitFor();
        const ends = async () => {
          const [content, button] = [
            await page.locator('#content > div').boundingBox(),
            await action.boundingBox(),
          ];
          return content && button ? content.x + content.width - button.x - button.width : Number.NaN;
        };
        // The frame of a card, at most.
        await expect.poll(ends).toBeLessThanOrEqual(25);
        await leave();
      },
    );

    test.each(['/transactions?tab=send&token=USDT', '/transactions?tab=receive&token=USDT'])(
      'at 1440 px what stands beside the form of %s takes the rest of the width',
      async (path) => {
        const { page, leave } = await arrive(path, locale, 1440);
        const beside = page.locator('main aside, main section[aria-labelledby="deposits"]').first();
        await beside.waitFor();
        const ends = async () => {
          const [content, box] = [
            await page.locator('#content > div').boundingBox(),
            await beside.boundingBox(),
          ];
          return content && box ? content.x + content.width - box.x - box.width : Number.NaN;
        };
        await expect.poll(ends).toBeCloseTo(0, 0);
        await leave();
      },
    );

    test('at 1440 px the address to receive at stands in one line below its code', async () => {
      const { page, leave } = await arrive('/transactions?tab=receive&token=USDT', locale, 1440);
      const address = page.locator('main dd span.font-mono').first();
      await address.waitFor();
      await page.evaluate(() => document.fonts.ready);
      // One line takes 20 px, two take 40.
      await expect.poll(async () => (await address.boundingBox())?.height).toBeLessThan(30);
      const code = await page.getByRole('img').first().boundingBox();
      expect((await address.boundingBox())?.y).toBeGreaterThan(code ? code.y + code.height : Number.NaN);
      await leave();
    });

    test('on a phone the button for another verification email begins where its text does', async () => {
      const { page, leave } = await arrive('/profile', locale, 390);
      const text = page.getByText(/^(?:Your email address isn’t verified|Адрес почты не\sподтверждён)/);
      await text.waitFor();
      const button = page.getByRole('button', { name: /^(?:Send email|Отправить письмо)$/ });
      const [under, over] = [await button.locator('span').first().boundingBox(), await text.boundingBox()];
      expect(under?.y).toBeGreaterThan(over?.y ?? Number.NaN);
      expect(under?.x).toBeCloseTo(over?.x ?? Number.NaN, 0);
      await leave();
    });

    test.each([
      [768, 48],
      [1023, 48],
      [1024, 256],
    ])('at %i px the sidebar takes %i px', async (width, sidebar) => {
      const { page, leave } = await arrive('/news', locale, width);
      await expect.poll(async () => (await page.locator('#sidebar').boundingBox())?.width).toBe(sidebar);
      await leave();
    });
  });
});
