import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';

const origin = inject('origin');
let browser: Browser;
let stored: Record<string, string>;

/** What the server has made of exchanges of this amount. Each test exchanges an amount of its own. */
async function made(pay: string): Promise<string[]> {
  const answer = await fetch(`${origin}/api/web-app/exchange?per_page=100`, {
    headers: { authorization: `Bearer ${stored.auth_token}` },
  });
  const { data } = (await answer.json()) as { data: { pay: string; status: string }[] };
  return data.filter((each) => each.pay === pay).map(({ status }) => status);
}

async function arrive(context?: BrowserContext) {
  if (!context) stored = await demoSession(origin);
  const opened = context ? { context, complaints: [] } : await newPerson(browser);
  const page = await opened.context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(`${origin}/exchange?from=ZST&to=USDT`);
  return { ...opened, page };
}

const payField = (page: Page) => page.getByRole('textbox', { name: 'You pay' });
const exchangeButton = (page: Page) => page.getByRole('button', { name: /^Exchange \d/ });
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

async function review(page: Page, amount: string) {
  await payField(page).fill(amount);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await exchangeButton(page).waitFor();
}

/** The market may have moved before it was quoted anew: then the other price is accepted first. */
async function agree(page: Page) {
  const accept = page.getByRole('button', { name: 'Accept new quote' });
  const ready = page.getByRole('button', { name: /^Exchange \d/, disabled: false });
  await accept.or(ready).first().waitFor();
  if (await accept.isVisible()) await accept.click();
  await ready.click();
}

const isExchange = '**/api/web-app/exchange';
const isOperation = '**/api/web-app/operations/*';
/** The server does what it was asked, and its answer never arrives. */
const dropped = async (route: Route) => {
  if (route.request().method() !== 'POST') return route.continue();
  await route.fetch();
  await route.abort('connectionreset');
};
const lost = (route: Route) => route.abort('connectionreset');

describe.skipIf(!existsSync(chromiumPath))(
  'an exchange happens once, and its person is told the truth',
  () => {
    beforeAll(async () => {
      browser = await launchChromium();
      stored = await demoSession(origin);
    });
    afterAll(() => browser?.close());

    test('by a double click and Enter held down, it is made once and said in the spec’s words', async () => {
      const { page, context, complaints } = await arrive();
      await review(page, '4,01');
      await exchangeButton(page).focus();
      for (let times = 0; times < 10; times += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await heading(page, 'Exchange completed');
      await page.getByText('Exchange completed successfully').waitFor();
      expect(await made('4.01')).toEqual(['completed']);
      await page.getByRole('button', { name: 'New exchange' }).click();
      await review(page, '4.02');
      await exchangeButton(page).dblclick();
      await heading(page, 'Exchange completed');
      expect(await made('4.02')).toEqual(['completed']);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('a button that is pressed while an amount is wrong stays under the mouse until it is released', {
      tags: 'long',
    }, async () => {
      const { page, context, complaints } = await arrive();
      await page.getByText('Live prices', { exact: true }).waitFor();
      await payField(page).fill('99999999');
      await page.getByRole('button', { name: 'Continue', exact: true }).hover();
      await page.mouse.down();
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      await page.mouse.up();
      await page.getByText('1 field needs a change').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('its answer lost, it is not known, then it is; nothing is offered to be sent again', {
      tags: 'long',
    }, async () => {
      const { page, context } = await arrive();
      await review(page, '4.03');
      let asked = 0;
      await page.route(isExchange, dropped);
      await page.route(isOperation, (route) => {
        asked += 1;
        return lost(route);
      });
      await exchangeButton(page).click();
      await heading(page, 'We don’t know yet if this went through');
      await expect.poll(() => asked).toBeGreaterThan(1);
      await expect.poll(() => page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
      await page.reload();
      await heading(page, 'We don’t know yet if this went through');
      await page.unroute(isOperation);
      await heading(page, 'Exchange completed');
      expect(await made('4.03')).toEqual(['completed']);
      await context.close();
    });

    test('signing out while nobody knows is asked about first, and stays where it was when declined', {
      tags: 'long',
    }, async () => {
      const { page, context } = await arrive();
      await review(page, '4.04');
      await page.route(isExchange, dropped);
      await page.route(isOperation, lost);
      await exchangeButton(page).click();
      await heading(page, 'We don’t know yet if this went through');
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.getByRole('alertdialog', { name: 'A transaction is in progress' }).waitFor();
      await page.getByRole('button', { name: 'Stay' }).first().click();
      await page.unroute(isOperation);
      await heading(page, 'Exchange completed');
      expect(await made('4.04')).toEqual(['completed']);
      await context.close();
    });

    test('offline and by reload at each step nothing is lost, and nothing is made before it is agreed to', async () => {
      const { page, context } = await arrive();
      await payField(page).fill('4.05');
      await page.reload();
      await payField(page).waitFor();
      await expect.poll(() => payField(page).inputValue()).toBe('4.05');
      const why = page.getByText('You’re offline. Connect to the internet to continue.').first();
      await context.setOffline(true);
      await why.waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Continue', exact: true }).click({ force: true });
      await context.setOffline(false);
      await why.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await exchangeButton(page).waitFor();
      await page.reload();
      await exchangeButton(page).waitFor();
      expect(await made('4.05')).toEqual([]);
      await context.setOffline(true);
      await why.waitFor({ state: 'attached' });
      await exchangeButton(page).click({ force: true });
      await context.setOffline(false);
      await why.waitFor({ state: 'detached' });
      expect(await made('4.05')).toEqual([]);
      await agree(page);
      await heading(page, 'Exchange completed');
      expect(await made('4.05')).toEqual(['completed']);
      await context.close();
    });

    test('Back is the step before: from the review to the draft, and from the receipt to the page before', async () => {
      const { page, context, complaints } = await arrive();
      await page.goto(`${origin}/wallet`);
      await page.getByRole('table').waitFor();
      await page.getByRole('link', { name: 'Exchange' }).first().click();
      await page.waitForURL('**/exchange');
      await review(page, '4.09');
      await page.goBack();
      await expect.poll(() => payField(page).inputValue()).toBe('4.09');
      expect(new URL(page.url()).pathname).toBe('/exchange');
      await page.goForward();
      await expect.poll(() => page.evaluate(() => window.history.state?.isStep ?? false)).toBe(false);
      await expect.poll(() => exchangeButton(page).count()).toBe(0);

      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await exchangeButton(page).waitFor();
      await page.reload();
      await agree(page);
      await heading(page, 'Exchange completed');
      expect(await made('4.09')).toEqual(['completed']);
      await expect.poll(() => page.evaluate(() => window.history.state?.isStep ?? false)).toBe(false);
      await page.goBack();
      await page.waitForURL('**/wallet');
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('Back as soon as the review is drawn, twice in one go, and after a link out of it, is one step each', {
      tags: 'long',
    }, async () => {
      const { page, context, complaints } = await arrive();
      await page.goto(`${origin}/wallet`);
      await page.getByRole('table').waitFor();
      const goOn = page.getByRole('button', { name: 'Continue', exact: true });
      /** Goes on to the review, and back when it is drawn, or `later` milliseconds after. */
      const reviewAndBack = (later: number) =>
        page.evaluate(
          (wait) =>
            new Promise<void>((resolve) => {
              const find = (name: RegExp) =>
                [...document.querySelectorAll('main button')].find((each) =>
                  name.test(each.textContent ?? ''),
                );
              const observer = new MutationObserver(() => {
                if (!find(/^Exchange \d/)) return;
                observer.disconnect();
                setTimeout(() => {
                  window.history.back();
                  resolve();
                }, wait);
              });
              observer.observe(document, { childList: true, subtree: true });
              (find(/^Continue$/) as HTMLElement).click();
            }),
          later,
        );
      await page.getByRole('link', { name: 'Exchange' }).first().click();
      await payField(page).fill('4.08');
      await goOn.waitFor();
      for (const later of [0, 30, 150]) {
        await reviewAndBack(later);
        await expect.poll(() => exchangeButton(page).count()).toBe(0);
        await expect.poll(() => payField(page).inputValue()).toBe('4.08');
        expect(new URL(page.url()).pathname).toBe('/exchange');
      }

      await goOn.click();
      await exchangeButton(page).waitFor();
      await page.getByRole('link', { name: 'News' }).first().click();
      await page.waitForURL('**/news');
      await page.goBack();
      await exchangeButton(page).waitFor();
      await page.goBack();
      await payField(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/exchange');

      // The second Back is pressed before the first has shown anything: the form, and the page before it.
      await goOn.click();
      await exchangeButton(page).waitFor();
      await page.evaluate(() => {
        window.addEventListener('popstate', () => window.history.back(), { once: true });
        window.history.back();
      });
      await page.waitForURL('**/wallet');
      await page.goForward();
      await expect.poll(() => payField(page).inputValue()).toBe('4.08');
      await page.goBack();
      await page.waitForURL('**/wallet');
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('the language tells what 1,250 is; what it leaves open is asked about', {
      tags: 'long',
    }, async () => {
      const { page, context, complaints } = await arrive();
      await review(page, '1,250');
      await page.getByRole('button', { name: 'Exchange 1,250 ZST', exact: true }).waitFor();
      await context.close();

      const russian = await newPerson(browser, { locale: 'ru-RU' });
      const other = await russian.context.newPage();
      await other.addInitScript(
        (items) => {
          for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
        },
        { ...stored, i18nextLng: 'ru' },
      );
      await other.goto(`${origin}/exchange?from=ZST&to=USDT`);
      const goOn = other.getByRole('button', { name: 'Продолжить', exact: true });
      await other.getByRole('textbox', { name: 'Вы отдаёте' }).fill('1.250');
      await goOn.click();
      await other.getByText('Вы имели в\u00a0виду 1,25 или 1\u00a0250?').first().waitFor();
      await other.getByRole('button', { name: '1\u00a0250', exact: true }).click();
      await goOn.click();
      await other.getByRole('button', { name: /^Обменять 1\s250 ZST/ }).waitFor();
      expect([...complaints, ...russian.complaints]).toEqual([]);
      await russian.context.close();
    });

    test('other tokens’ address starts fresh and offers the old exchange by its amount, also through reload', {
      tags: 'long',
    }, async () => {
      const { page, context } = await arrive();
      await review(page, '4.08');
      await page.goto(`${origin}/exchange?from=USDT&to=STO`);
      const offer = page.getByRole('button', { name: 'Continue with 4.08 ZST' });
      await offer.waitFor();
      await page.reload();
      await offer.waitFor();
      await expect.poll(() => payField(page).inputValue()).toBe('');
      await expect.poll(() => exchangeButton(page).count()).toBe(0);
      await offer.click();
      await agree(page);
      await heading(page, 'Exchange completed');
      expect(await made('4.08')).toEqual(['completed']);
      await context.close();
    });

    test('refused for the age of its quote, it is quoted anew, and another price is asked about from old to new', async () => {
      const { page, context } = await arrive();
      await review(page, '4.07');
      await page.route(
        isExchange,
        (route) =>
          route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'about:blank',
              title: '',
              status: 409,
              code: 'QUOTE_EXPIRED',
              request_id: 'r',
            }),
          }),
        { times: 1 },
      );
      await page.route(
        '**/api/web-app/exchange/quotes',
        async (route) => {
          const answer = await route.fetch();
          const { data } = (await answer.json()) as { data: Record<string, unknown> };
          await route.fulfill({ response: answer, json: { data: { ...data, rate: '0.000001' } } });
        },
        { times: 1 },
      );
      await exchangeButton(page).click();
      const changed = page.getByRole('alert').filter({ hasText: 'The quote has changed' });
      await changed.waitFor();
      // The market may have moved the amount too.
      const told = await changed.locator('ins').allInnerTexts();
      expect(told).toContain('0.000001 USDT');
      await expect.poll(() => changed.locator('del').count()).toBe(told.length);
      await expect.poll(() => exchangeButton(page).getAttribute('aria-disabled')).toBe('true');
      await exchangeButton(page).click({ force: true });
      expect(await made('4.07')).toEqual([]);
      await page.getByRole('button', { name: 'Accept new quote' }).click();
      await exchangeButton(page).click();
      await heading(page, 'Exchange completed');
      expect(await made('4.07')).toEqual(['completed']);
      await context.close();
    });

    test('in two tabs one goes on, and the other cannot', { tags: 'long' }, async () => {
      const { page, context } = await arrive();
      await review(page, '4.06');
      const { page: second } = await arrive(context);
      await second.getByText('This exchange is open in another tab').waitFor();
      await second.getByRole('button', { name: 'Continue here' }).click();
      await exchangeButton(second).waitFor();
      await page.getByText('This exchange is open in another tab').waitFor();
      await expect.poll(() => exchangeButton(page).count()).toBe(0);
      await agree(second);
      await heading(second, 'Exchange completed');
      expect(await made('4.06')).toEqual(['completed']);
      await context.close();
    });
  },
);
