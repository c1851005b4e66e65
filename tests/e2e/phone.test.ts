import { existsSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';
import { savedAddress } from '../support/savedAddress.ts';

const origin = inject('origin');
let browser: Browser;
let stored: Record<string, string>;

const texts = {
  en: {
    status: 'Tickets by status',
    choose: 'Saved and recent',
    scan: 'Scan QR code',
    filters: 'Filters',
    history: 'Search by address, hash, note or ID',
    tokens: 'Ticker, name or contract address',
    from: 'From',
    import: 'Import',
    export: 'Export',
    add: 'Add address',
    search: 'Search',
    touch: 'Tap or drag to see each price.',
    keys: 'Hover over the chart or use the arrow keys to see each price.',
    to: 'To',
  },
  ru: {
    status: 'Обращения по статусу',
    choose: 'Выбрать получателя',
    scan: 'Сканировать QR-код',
    filters: 'Фильтры',
    history: 'Поиск по адресу, хешу, комментарию или ID',
    tokens: 'Тикер, название или адрес контракта',
    from: 'С даты',
    import: 'Загрузить',
    export: 'Скачать',
    add: 'Добавить адрес',
    search: 'Поиск',
    touch: 'Коснитесь графика или проведите по нему, чтобы увидеть каждый курс.',
    keys: 'Наведите на график или нажимайте клавиши со стрелками, чтобы увидеть каждый курс.',
    to: 'По дату',
  },
} as const;

async function arrive(path: string, language: 'en' | 'ru', width: number) {
  const { context } = await newPerson(browser, {
    viewport: { width, height: 844 },
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
  });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(origin + path);
  return { context, page };
}

/** In how many rows elements stand. */
async function rowsOf(...elements: Locator[]) {
  const tops = await Promise.all(elements.map(async (element) => (await element.boundingBox())?.y));
  return new Set(tops).size;
}

/** The placeholder that is wider than its field; null when all of it is seen. */
const cutPlaceholder = (page: Page, name: string) =>
  page.getByRole('searchbox', { name }).evaluate((input: HTMLInputElement) => {
    const style = getComputedStyle(input);
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen || input.placeholder === '') return 'none';
    pen.font = style.font;
    const room =
      input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return pen.measureText(input.placeholder).width > room ? input.placeholder : null;
  });

describe.skipIf(!existsSync(chromiumPath))('on a phone', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  describe.each(
    ([320, 390] as const).flatMap((width) =>
      (['en', 'ru'] as const).map((language) => ({ width, language })),
    ),
  )('of $width px, in $language', ({ width, language }) => {
    const t = texts[language];

    test('the tabs of support stand in one row', async () => {
      const { context, page } = await arrive('/support', language, width);
      const tabs = page.getByRole('navigation', { name: t.status }).getByRole('link');
      await expect.poll(() => tabs.count()).toBe(5);
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(async () => rowsOf(...(await tabs.all()))).toBe(1);
      await context.close();
    });

    test('the two ways to a recipient stand in one row', async () => {
      const { context, page } = await arrive('/transactions?tab=send', language, width);
      const choose = page.getByRole('button', { name: t.choose });
      const scan = page.getByRole('button', { name: t.scan });
      await choose.waitFor();
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => rowsOf(choose, scan)).toBe(1);
      await context.close();
    });

    test.each(['/exchange?from=USDT', '/transactions?tab=send&token=USDT'])(
      'on %s an amount and its token stand side by side if both have room, with the shares below both',
      async (path) => {
        const { context, page } = await arrive(path, language, width);
        const shares = page.locator('main [data-shares]').first();
        await shares.waitFor();
        await page.evaluate(() => document.fonts.ready);
        // The frame of its field.
        const amount = page.locator('#field-amount').locator('..');
        const token = page.locator('main form button[aria-haspopup="listbox"]').first();
        await expect.poll(() => rowsOf(amount, token)).toBe(width === 320 ? 2 : 1);
        const [row, beside] = await Promise.all([shares.boundingBox(), token.boundingBox()]);
        if (!(row && beside)) throw new Error('the form has no shares, or no token');
        expect(row.x + row.width).toBeCloseTo(beside.x + beside.width, 0);
        expect(row.y >= beside.y + beside.height || row.y + row.height <= beside.y).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await context.close();
      },
    );

    test('more notifications than the bell counts stand beside it, in the header', async () => {
      const { context, page } = await arrive('/auth/login', language, width);
      await page.route('**/api/web-app/notifications?*', async (call) => {
        const response = await call.fetch();
        const { data, meta } = await response.json();
        await call.fulfill({ response, json: { data, meta: { ...meta, unread: 120 } } });
      });
      await page.goto(`${origin}/wallet`);
      const bell = page.getByRole('banner').getByRole('button').filter({ hasText: '99+' });
      await bell.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const boxes = [page.getByRole('banner'), bell, bell.locator('svg'), bell.locator('span')];
      const edges = async () => {
        const all = await Promise.all(boxes.map((each) => each.boundingBox()));
        return all.map((box) => ({ left: box?.x ?? Number.NaN, right: (box?.x ?? 0) + (box?.width ?? 0) }));
      };
      await expect
        .poll(async () => {
          const [header, button, icon, count] = await edges();
          if (!(header && button && icon && count)) return 'missing';
          const isBeside = icon.right <= count.left;
          return { isBeside, isWithin: count.right <= button.right && button.right <= header.right };
        })
        .toEqual({ isBeside: true, isWithin: true });
      const last = page.getByRole('banner').getByRole('button').last();
      const account = await last.boundingBox();
      expect(account?.y).toBe((await bell.boundingBox())?.y);
      // Its focus ring, 4 px around it, is seen whole.
      expect((account?.x ?? Number.NaN) + (account?.width ?? 0)).toBeLessThanOrEqual(width - 8);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    });

    test('what can be done with the whole address book stands beside its title', async () => {
      const { context, page } = await arrive('/wallet', language, width);
      await page.route('**/api/web-app/addresses', async (call) => {
        const response = await call.fetch();
        const { data } = await response.json();
        await call.fulfill({ response, json: { data: { ...data, addresses: [savedAddress] } } });
      });
      await page.goto(`${origin}/addresses`);
      const add = page.getByRole('button', { name: t.add });
      await add.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const actions = [t.import, t.export].map((name) => page.getByRole('button', { name, exact: true }));
      await expect.poll(() => rowsOf(...actions)).toBe(1);
      await expect.poll(async () => (await add.boundingBox())?.width).toBe(width - 32);
      // The page may be reading the addresses once more, and a closed context has no answer to change.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    });

    test('what can be searched for is seen whole', async () => {
      const { context, page } = await arrive('/transactions/history', language, width);
      await page.getByRole('searchbox').waitFor();
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => cutPlaceholder(page, t.history)).toBeNull();
      await page.goto(`${origin}/add-token`);
      await page.getByRole('searchbox').waitFor();
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => cutPlaceholder(page, t.tokens)).toBeNull();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').waitFor();
      await expect.poll(() => cutPlaceholder(page, t.search)).toBeNull();
      await context.close();
    });

    test('what arrives stands in one line of the review, and its actions fill the width', async () => {
      const { context, page } = await arrive('/exchange?from=USDT&to=ZST', language, width);
      // Some prices leave few digits.
      await page.route('**/api/web-app/exchange/quotes', async (call) => {
        const response = await call.fetch();
        const { data } = await response.json();
        await call.fulfill({ response, json: { data: { ...data, receive: '49.533996041310836901' } } });
      });
      await page.locator('#field-amount').fill('12.5');
      await page.locator('main form button[type=submit]').click();
      const actions = page.locator('main .page-action');
      await actions.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const hero = page.locator('main dd data').first();
      await expect.poll(() => hero.getAttribute('value')).toBe('49.533996041310836901');
      // One line of 40 px takes 51, two take 95.
      expect((await hero.boundingBox())?.height).toBeLessThan(60);
      const [bar, card, row, first, last] = await Promise.all([
        actions.boundingBox(),
        actions.locator('..').boundingBox(),
        page.locator('main dl').first().boundingBox(),
        actions.getByRole('button').first().boundingBox(),
        actions.getByRole('button').last().boundingBox(),
      ]);
      if (!(bar && card && row && first && last)) throw new Error('the review has no actions');
      expect(first.x).toBe(row.x);
      const end = first.y === last.y ? last : first;
      expect(end.x + end.width).toBeCloseTo(row.x + row.width, 0);
      // The bar covers the padding of its card too, within the two borders.
      expect([bar.x, bar.width]).toEqual([card.x + 1, card.width - 2]);
      expect(await actions.evaluate((each) => getComputedStyle(each).boxShadow)).toMatch(
        / 0px -1px 0px 0px$/,
      );
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    });

    test('a finger is told how to use a chart, not which keys', async () => {
      const { context, complaints } = await newPerson(browser, {
        viewport: { width, height: 844 },
        locale: language === 'ru' ? 'ru-RU' : 'en-GB',
        hasTouch: true,
        isMobile: true,
      });
      const page = await context.newPage();
      await page.addInitScript((items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(`${origin}/wallet?token=ZST`);
      const widthOf = async (text: string) => (await page.getByText(text).boundingBox())?.width ?? 0;
      await page.getByText(t.touch).waitFor();
      expect(await widthOf(t.touch)).toBeGreaterThan(100);
      expect(await widthOf(t.keys)).toBeLessThanOrEqual(1);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });

  test.each(
    ([320, 390, 820, 1440] as const).flatMap((width) =>
      (['en', 'ru'] as const).map((language) => ({ width, language })),
    ),
  )(
    '300 tokens with names of 49 wide letters keep to $width px, all of them can be reached, in $language',
    async ({ width, language }) => {
      const { context, page } = await arrive('/auth/login', language, width);
      const name = (language === 'en' ? 'W' : 'Щ').repeat(49);
      await page.route('**/api/web-app/wallet', async (call) => {
        const response = await call.fetch();
        const { data } = await response.json();
        const tokens = Array.from({ length: 300 }, (_, at) => {
          const known = data.tokens[at % data.tokens.length];
          if (at < data.tokens.length) return { ...known, name };
          const whole = { available: known.total, pending: '0', frozen: '0' };
          const usual = { withdrawals_enabled: true, price_is_old: false };
          return { ...known, ...whole, ...usual, name, symbol: `W${at}` };
        });
        await call.fulfill({ response, json: { data: { ...data, tokens } } });
      });
      await page.goto(`${origin}/wallet`);
      const links = page.locator('main a[href^="/wallet?token=W"]');
      await links.first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width < 768) {
        const heights = await links.evaluateAll((rows) =>
          rows.map((row) => row.getBoundingClientRect().height),
        );
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
        expect(Math.max(...heights)).toBeLessThanOrEqual(72);
      }
      await links.last().scrollIntoViewIfNeeded();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  );

  test.each(
    ([390, 820, 1440] as const).flatMap((width) =>
      (['/transactions/history', '/analytics'] as const).map((path) => ({ width, path })),
    ),
  )('both days of $path stand in one row at $width px', async ({ width, path }) => {
    const { context, page } = await arrive(path, 'ru', width);
    const days = [texts.ru.from, texts.ru.to].map((name) => page.getByRole('group', { name, exact: true }));
    const filters = page.getByRole('button', { name: texts.ru.filters, exact: true });
    if (width < 640) await filters.click();
    for (const day of days) await day.waitFor();
    await expect.poll(() => rowsOf(...days)).toBe(1);
    await context.close();
  });
});
