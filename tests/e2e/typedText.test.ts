import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { fillStorage } from '../support/fullStorage.ts';
import { keptFlows } from '../support/keptFlows.ts';
import { latch } from '../support/latch.ts';
import { demoAddress, newcomer, openSession, operator, register } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
const place = '/transactions?tab=send&token=USDT';
let browser: Browser;
let recipient: string;
/** Somebody who holds enough, for all tests here. */
const who = newcomer();

async function arrive(path: string, language: 'en' | 'ru' = 'en') {
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
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/transactions/quotes')) quoted.push(request.postDataJSON().amount);
    if (pathname.endsWith('/transactions/send')) sent.push(pathname);
  });
  await page.goto(origin + path);
  return { context, complaints, page, quoted, sent };
}

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' });

async function draft(page: Page, amount: string) {
  await amountField(page).fill(amount);
  await page.getByRole('textbox', { name: 'Recipient' }).fill(recipient);
}

describe.skipIf(!existsSync(chromiumPath))('what was typed is what is meant, and is kept', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    recipient = await demoAddress(origin);
    const { context } = await newPerson(browser);
    await register(await context.newPage(), origin, who);
    await context.close();
    const deposit = ['deposit', '--email', who.email, '--token', 'USDT', '--amount', '60000'];
    expect((await operator({ origin, dataDir }, ...deposit)).code).toBe(0);
  });
  afterAll(() => browser?.close());

  test('20,500 in English is twenty thousand five hundred', async () => {
    const { page, context, complaints, quoted } = await arrive(place);
    await draft(page, '20,500');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /^Send 20,500(?:\.00)? USDT/ }).waitFor();
    expect(new Set(quoted)).toEqual(new Set(['20500']));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('20.500 in Russian is asked about, and nothing is quoted before the answer', async () => {
    const { page, context, complaints, quoted } = await arrive(place, 'ru');
    await page.getByRole('textbox', { name: 'Сумма' }).fill('20.500');
    await page.getByRole('textbox', { name: 'Получатель' }).fill(recipient);
    const goOn = page.getByRole('button', { name: 'Продолжить', exact: true });
    await goOn.click();
    await page.getByText('Вы имели в\u00a0виду 20,50 или 20\u00a0500?').first().waitFor();
    expect(quoted).toEqual([]);
    await page.getByRole('button', { name: '20\u00a0500', exact: true }).click();
    await goOn.click();
    await page.getByRole('button', { name: /^Отправить 20\s500(?:,00)? USDT/ }).waitFor();
    expect(new Set(quoted)).toEqual(new Set(['20500']));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('without room for a payment’s record that is said before it is sent, and a reload does not offer it again', async () => {
    const { page, context, sent } = await arrive(place);
    await draft(page, '3.01');
    await page.evaluate(() => localStorage.removeItem('last_read'));
    await fillStorage(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Keep this page open until you see the result').waitFor();
    const send = page.getByRole('button', { name: /^Send 3\.01/ });
    await send.waitFor();
    expect(sent).toEqual([]);
    await send.click();
    await page.getByRole('heading', { name: 'Transaction sent' }).waitFor();
    expect(sent).toHaveLength(1);
    await expect.poll(() => keptFlows(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => amountField(page).inputValue()).toBe('');
    await context.close();
  });

  test('what was read last gives its room to a payment’s record', async () => {
    const { page, context } = await arrive(place);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('last_read')?.length ?? 0))
      .toBeGreaterThan(2_000);
    await draft(page, '3.02');
    await fillStorage(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const send = page.getByRole('button', { name: /^Send 3\.02/ });
    await send.waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last_read'))).toBeNull();
    await expect.poll(() => page.getByText('Keep this page open until you see the result').count()).toBe(0);
    await page.reload();
    await send.waitFor();
    await context.close();
  });

  test.each([
    ['a payment', place, 'Amount', '3.03'],
    ['a ticket', '/support?ticket=new', 'Message', 'Where is it?'],
  ])(
    'code that does not load twice: Reload is offered, and %s is still typed after it',
    async (_, path, name, text) => {
      const { page, context, complaints } = await arrive(path);
      const field = page.getByRole('textbox', { name });
      await field.fill(text);
      const code = '**/assets/*.js';
      await page.route(code, (route) => route.abort());

      await page.getByRole('button', { name: /Notifications/ }).click();
      await page.getByText('We couldn’t load this part of the page').waitFor();
      await page.unroute(code);
      const reloaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload page' }).click();
      await reloaded;
      await field.waitFor();
      await expect.poll(() => field.inputValue()).toBe(text);

      await page.route(code, (route) => route.abort());
      await page.getByRole('link', { name: 'News' }).first().click();
      await page.getByRole('heading', { name: 'We couldn’t open this page.' }).waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
      await page.unroute(code);
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
      await page.goto(origin + path);
      await field.waitFor();
      await expect.poll(() => field.inputValue()).toBe(text);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('while nobody knows what became of a payment, code that does not load offers no reload and says why', async () => {
    const { page, context, complaints } = await arrive(place);
    await draft(page, '3.04');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.route('**/api/web-app/transactions/send', (route) => route.abort('connectionreset'));
    await page.route('**/api/web-app/operations/*', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: /^Send 3\.04/ }).click();
    await page.getByRole('heading', { name: 'We don’t know yet if this went through' }).waitFor();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('button', { name: /Notifications/ }).click();
    const reload = page.getByRole('button', { name: 'Reload page' });
    await reload.waitFor();
    await expect.poll(() => reload.getAttribute('aria-disabled')).toBe('true');
    const reason = await reload.getAttribute('aria-describedby');
    await expect
      .poll(() => page.locator(`[id="${reason}"]`).textContent())
      .toBe('A transaction is in progress. Reload once it’s complete.');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('one’s own message is there although the ticket was being read when it was sent', async () => {
    const { page, context, complaints } = await arrive('/support?ticket=new');
    const { auth_token } = await openSession(origin, who);
    const opened = await fetch(`${origin}/api/web-app/support/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${auth_token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        subject: 'Where is it?',
        category: 'general',
        priority: 'low',
        message: 'I wait.',
      }),
    });
    const { data } = (await opened.json()) as { data: { id: string; number: number } };
    await page.goto(`${origin}/support?ticket=${data.id}`);
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await conversation.getByText('I wait.').waitFor();

    const [reading, sent] = [latch(), latch()];
    await page.route(
      `**/api/web-app/support/tickets/${data.id}`,
      async (route) => {
        const old = await route.fetch();
        reading.open();
        await sent.isOpen;
        await route.fulfill({ response: old });
      },
      { times: 1 },
    );
    const answer = ['tickets', 'answer', String(data.number), '--text', 'We look.'];
    expect((await operator({ origin, dataDir }, ...answer)).code).toBe(0);
    await reading.isOpen;
    await page.getByLabel('Your message').fill('My own words.');
    const sending = page.waitForResponse(
      (response) => response.url().endsWith('/messages') && response.request().method() === 'POST',
    );
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await sending).ok()).toBe(true);
    sent.open();
    await conversation.getByText('We look.').waitFor();
    await conversation.getByText('My own words.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
