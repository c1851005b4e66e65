import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

const pictures = 'test-results/pictures';
const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
let served: ServedBuild;
let browser: Browser;
let stored: Record<string, string>;
let contract: { chain_id: number; address: string };

const looks = [
  ['390', 'en', 'light', { width: 390, height: 844 }],
  ['1440', 'ru', 'dark', { width: 1440, height: 900 }],
] as const;

const words = {
  en: {
    to: 'Recipient',
    amount: 'Amount',
    filled: 'Filled in from a link. Check the details.',
    withdrawal: 'This is an external address, so this is a withdrawal.',
    chain: 'This link is for another network.',
    on: 'Continue',
    change: 'Edit',
    list: 'Saved and recent',
    recent: 'Recent recipients',
    scan: 'Scan QR code',
  },
  ru: {
    to: 'Получатель',
    amount: 'Сумма',
    filled: 'Заполнено по ссылке. Проверьте данные.',
    withdrawal: 'Это внешний адрес. Мы оформим вывод средств.',
    chain: 'Эта ссылка для другой сети.',
    on: 'Продолжить',
    change: 'Изменить',
    list: 'Выбрать получателя',
    recent: 'Недавние получатели',
    scan: 'Сканировать QR-код',
  },
} as const;

/**
 * A camera that shows a board with the code that the test puts before it, and, unless `isBare`, a detector that knows that code: neither is in a
 * headless browser.
 */
function standInForCamera({ isBare }: { isBare: boolean }) {
  Object.assign(window, { codeInSight: '', drawnInSight: [], openCameras: 0 });
  const count = (by: number) =>
    Object.assign(window, { openCameras: Number(Reflect.get(window, 'openCameras')) + by });
  navigator.mediaDevices.getUserMedia = async () => {
    const board = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
    const drawing = board.getContext('2d');
    const draw = () => {
      if (!drawing) return;
      drawing.fillStyle = 'lightgrey';
      drawing.fillRect(0, 0, 1280, 960);
      drawing.fillStyle = 'black';
      const rows = Reflect.get(window, 'drawnInSight') as readonly (readonly boolean[])[];
      for (const [row, modules] of rows.entries()) {
        for (const [column, isDark] of modules.entries()) {
          if (isDark) drawing.fillRect(340 + column * 10, 140 + row * 10, 10, 10);
        }
      }
    };
    draw();
    const drawingAgain = setInterval(draw, 100);
    const stream = board.captureStream(10);
    count(1);
    for (const track of stream.getTracks()) {
      const stop = track.stop.bind(track);
      track.stop = () => {
        count(-1);
        clearInterval(drawingAgain);
        stop();
      };
    }
    return stream;
  };
  class Detector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => [{ rawValue: Reflect.get(window, 'codeInSight') }];
  }
  Object.assign(window, { BarcodeDetector: isBare ? undefined : Detector });
}

/** Puts a QR code before the camera. */
function showCode(page: Page, text: string) {
  const { data } = encode(text);
  return page.evaluate(
    ([text, modules]) => Object.assign(window, { codeInSight: text, drawnInSight: modules }),
    [text, data] as const,
  );
}

describe.skipIf(!existsSync(chromiumPath))('the recipient comes first', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    served = await serveBuild();
    stored = await demoSession(served.origin);
    const answer = await fetch(`${served.origin}/api/web-app/wallet`, {
      headers: { authorization: `Bearer ${stored.auth_token}` },
    });
    const { data } = (await answer.json()) as {
      data: { tokens: { symbol: string; contract: typeof contract }[] };
    };
    const usdt = data.tokens.find(({ symbol }) => symbol === 'USDT');
    if (!usdt) throw new Error('the demo has USDT');
    contract = usdt.contract;
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test.each(looks)(
    'as a link that fills the form, or one of those paid before, at %s in %s',
    async (width, language, colorScheme, viewport) => {
      const locale = language === 'ru' ? 'ru-RU' : 'en-GB';
      const { context, complaints } = await newPerson(browser, { viewport, colorScheme, locale });
      const page = await context.newPage();
      await page.addInitScript(
        (items) => {
          for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
        },
        { ...stored, i18nextLng: language },
      );
      // Where the browser has no detector, the app's own reads the picture.
      await page.addInitScript(standInForCamera, { isBare: language === 'ru' });
      const quotes: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/transactions/quotes')) quotes.push(request.url());
      });
      const says = words[language];
      await page.goto(`${served.origin}/transactions?tab=send&token=ZST`);
      const to = page.getByRole('textbox', { name: says.to });
      const amount = page.getByRole('textbox', { name: says.amount });
      const { chain_id, address } = contract;

      await to.fill(`ethereum:${address}@${chain_id + 1}/transfer?address=${outside}&uint256=1e6`);
      await page.locator('main').getByText(says.chain).first().waitFor();
      await page.screenshot({ path: `${pictures}/recipient-bad-link-${width}.png`, fullPage: true });

      await to.fill(`ethereum:${address}@${chain_id}/transfer?address=${outside}&uint256=6250000`);
      await expect.poll(() => to.inputValue()).toBe(outside);
      await expect.poll(() => amount.inputValue()).toBe(language === 'ru' ? '6,25' : '6.25');
      await page.locator('main').getByText(says.filled).first().waitFor();
      await page.waitForURL(/token=USDT/);
      await page.screenshot({ path: `${pictures}/recipient-link-${width}.png`, fullPage: true });
      expect(quotes).toEqual([]);
      await page.getByRole('button', { name: says.on, exact: true }).click();
      await page.locator('main').getByText(says.withdrawal).waitFor();
      await page.screenshot({ path: `${pictures}/recipient-review-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: says.change, exact: true }).click();
      await expect.poll(() => to.inputValue()).toBe(outside);

      await page.getByRole('button', { name: says.list, exact: true }).click();
      const recent = page.getByRole('listbox', { name: says.recent }).getByRole('option');
      await recent.first().waitFor();
      await page.screenshot({ path: `${pictures}/recipient-recent-${width}.png` });
      await recent.first().click();
      await expect.poll(() => to.inputValue()).toMatch(/^0x[\da-fA-F]{40}$/);
      await expect.poll(() => amount.inputValue()).toBe(language === 'ru' ? '6,25' : '6.25');

      await showCode(page, 'https://example.com');
      await page.getByRole('button', { name: says.scan, exact: true }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.screenshot({ path: `${pictures}/recipient-scan-${width}.png` });
      const code = `ethereum:${address}@${chain_id}/transfer?address=${outside}&uint256=5e6`;
      await showCode(page, code);
      await expect.poll(() => to.inputValue()).toBe(outside);
      await expect.poll(() => amount.inputValue()).toBe('5');
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'openCameras'))).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
    90_000,
  );
});
