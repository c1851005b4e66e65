import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { demoSignIn } from '../../server/demo/seed.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { keptFlows } from '../support/keptFlows.ts';
import { outside } from '../support/payments.ts';
import { demoSession, operator, signIn } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;
let stored: Record<string, string>;

/** The payments of this amount, as the server tells them. Each test pays an amount of its own. */
async function payments(amount: string) {
  const answer = await fetch(`${origin}/api/web-app/transactions?kind=withdraw&per_page=100`, {
    headers: { authorization: `Bearer ${stored.auth_token}` },
  });
  const { data } = (await answer.json()) as { data: { id: string; amount: string; status: string }[] };
  return data.filter((line) => line.amount === amount);
}

/** What the server has made of payments of this amount. */
async function movements(amount: string): Promise<string[]> {
  return (await payments(amount)).map(({ status }) => status);
}

/** An operator lets the payment of this amount go to the network. */
async function approve(amount: string) {
  const [payment] = await payments(amount);
  if (!payment) throw new Error(`nothing of ${amount} was paid`);
  const { code, printed } = await operator({ origin, dataDir }, 'withdrawals', 'approve', payment.id);
  expect(code, printed).toBe(0);
}

async function arrive(address: string, browserContext?: BrowserContext) {
  // A login counts as a proof for five minutes, in the browser that it is bound to.
  if (!browserContext) stored = await demoSession(origin);
  const opened = browserContext ? { context: browserContext, complaints: [] } : await newPerson(browser);
  const page = await opened.context.newPage();
  await page.addInitScript((items) => {
    if (localStorage.getItem('auth_token') !== null) return;
    if (sessionStorage.getItem('began') !== null) return;
    sessionStorage.setItem('began', 'yes');
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(`${origin}${address}`);
  return { ...opened, page };
}

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' });
const addressField = (page: Page) => page.getByRole('textbox', { name: 'Recipient' });
/** Begun by Send, to an address outside: it is a withdrawal. */
const sendButton = (page: Page) => page.getByRole('button', { name: /^Withdraw \d/ });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

async function draft(page: Page, amount: string) {
  await amountField(page).fill(amount);
  await addressField(page).fill(outside);
}

async function review(page: Page, amount: string) {
  await draft(page, amount);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await heading(page, 'Review and confirm');
  await sendButton(page).waitFor();
}

const isPayment = '**/api/web-app/transactions/withdraw';
const isOperation = '**/api/web-app/operations/*';
const place = '/transactions?tab=send&token=USDT';

/** The server does what it was asked, and its answer never arrives. */
const dropped = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};
/** The server does what it was asked, and something on the way fails. */
const broken = async (route: Route) => {
  await route.fetch();
  await route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: '', status: 500, code: 'INTERNAL', request_id: 'r' }),
  });
};
const lost = (route: Route) => route.abort('connectionreset');

describe.skipIf(!existsSync(chromiumPath))('a payment happens once, and its person is told the truth', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  test('a double click sends it once', async () => {
    const { page, context, complaints } = await arrive(place);
    await review(page, '5.01');
    await sendButton(page).dblclick();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.01')).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('Enter held down sends it once', { tags: 'long' }, async () => {
    const { page, context } = await arrive(place);
    await review(page, '5.02');
    await sendButton(page).focus();
    for (let times = 0; times < 20; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.02')).toHaveLength(1);
    await context.close();
  });

  async function expectUnknownThenKnown(fault: (route: Route) => Promise<void>, amount: string) {
    const { page, context } = await arrive(place);
    await review(page, amount);
    let asked = 0;
    await page.route(isPayment, fault);
    await page.route(isOperation, (route) => {
      asked += 1;
      return lost(route);
    });
    await sendButton(page).click();
    await heading(page, 'We don’t know yet if this went through');
    await expect.poll(() => asked).toBeGreaterThan(1);
    await expect.poll(() => page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await page.unroute(isOperation);
    await heading(page, 'Withdrawal requested');
    expect(await movements(amount)).toHaveLength(1);
    await context.close();
  }

  test('the answer is dropped after the server acted: it is not known, then it is; nothing is offered to be sent again', () =>
    expectUnknownThenKnown(dropped, '5.03'));

  test('the server acted, and a 500 arrives: the same', { tags: 'long' }, () =>
    expectUnknownThenKnown(broken, '5.04'),
  );

  test('nothing arrived: that is said, and sent again it happens once', { tags: 'long' }, async () => {
    const { page, context } = await arrive(place);
    await review(page, '5.05');
    await page.route(isPayment, lost);
    await sendButton(page).click();
    await heading(page, 'Your request hasn’t reached us yet');
    expect(await movements('5.05')).toEqual([]);
    await page.getByText(/^This request expires in \d+ seconds?$/).waitFor();
    await page.unroute(isPayment);
    await page.getByRole('button', { name: 'Send again' }).click();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.05')).toHaveLength(1);
    await context.close();
  });

  test('offline at each step: the button says so and sends nothing, and goes on when the line is back', {
    tags: 'long',
  }, async () => {
    const { page, context } = await arrive(place);
    const why = page.getByText('You’re offline. Connect to the internet to continue.').first();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
    });
    await draft(page, '5.06');
    await context.setOffline(true);
    await why.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Continue', exact: true }).click({ force: true });
    await expect.poll(() => amountField(page).inputValue()).toBe('5.06');
    await expect.poll(() => addressField(page).inputValue()).toBe(outside);
    await context.setOffline(false);
    await why.waitFor({ state: 'detached' });
    // What a press had sent without a line would have been heard of before the line is back on the page.
    expect(asked).not.toContain('/api/web-app/transactions/quotes');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await sendButton(page).waitFor();
    await context.setOffline(true);
    await why.waitFor({ state: 'attached' });
    await sendButton(page).click({ force: true });
    await context.setOffline(false);
    await why.waitFor({ state: 'detached' });
    expect(asked).toContain('/api/web-app/transactions/quotes');
    expect(asked).not.toContain('/api/web-app/transactions/withdraw');
    expect(await movements('5.06')).toEqual([]);
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.06')).toHaveLength(1);
    await context.close();
  });

  test('a reload at each step comes back to it', async () => {
    const { page, context } = await arrive(place);
    await draft(page, '5.07');
    await page.reload();
    await amountField(page).waitFor();
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
    await page.getByText('Minimum withdrawal').waitFor();
    await page.reload();
    await page.getByText('Minimum withdrawal').waitFor();
    await expect.poll(() => amountField(page).inputValue()).toBe('5.07');
    await expect.poll(() => addressField(page).inputValue()).toBe(outside);
    await page.goBack();
    await expect.poll(() => amountField(page).inputValue()).toBe('5.07');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await sendButton(page).waitFor();
    await page.reload();
    await sendButton(page).waitFor();
    expect(await movements('5.07')).toEqual([]);
    await page.route(isPayment, dropped);
    await page.route(isOperation, lost);
    await sendButton(page).click();
    await heading(page, 'We don’t know yet if this went through');
    await page.reload();
    await heading(page, 'We don’t know yet if this went through');
    await page.unroute(isOperation);
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.07')).toHaveLength(1);
    await expect.poll(() => keptFlows(page)).toEqual([]);
    await page.reload();
    await amountField(page).waitFor();
    await expect.poll(() => amountField(page).inputValue()).toBe('');
    await context.close();
  });

  test('reloaded while it is being sent, it is found by its key', async () => {
    const { page, context } = await arrive(place);
    await review(page, '5.08');
    let isSent = () => {};
    const sent = new Promise<void>((resolve) => {
      isSent = resolve;
    });
    await page.route(isPayment, async (route) => {
      await route.fetch();
      isSent();
    });
    await sendButton(page).click();
    await sent;
    await page.reload();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.08')).toHaveLength(1);
    await context.close();
  });

  test('in two tabs one goes on; taken over, the other one cannot send', async () => {
    const { page, context } = await arrive(place);
    await review(page, '5.09');
    const { page: second } = await arrive(place, context);
    await second.getByText('This transaction is open in another tab').waitFor();
    await second.getByRole('button', { name: 'Continue here' }).click();
    await sendButton(second).waitFor();
    await page.getByText('This transaction is open in another tab').waitFor();
    await expect.poll(() => sendButton(page).count()).toBe(0);
    await sendButton(second).click();
    await heading(second, 'Withdrawal requested');
    expect(await movements('5.09')).toHaveLength(1);
    await context.close();
  });

  /** Reviews a payment in a session of its own, which another session then ends. `stream`: whether the page hears of that by itself. */
  const withoutReads = (route: Route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue();

  async function reviewAndEnd(amount: string, stream: boolean) {
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    if (!stream) await page.route('**/rates/stream', (route) => route.abort());
    await page.goto(`${origin}/auth/login`);
    await signIn(page, demoSignIn);
    await page.waitForURL('**/wallet');
    await page.goto(`${origin}${place}`);
    await review(page, amount);
    const token = await page.evaluate(() => localStorage.getItem('auth_token'));
    // Nor by anything that is read meanwhile.
    if (!stream) await page.route('**/api/web-app/**', withoutReads);
    await fetch(`${origin}/api/web-app/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    return { context, page };
  }

  test('the session ends while it is reviewed, and sending tells so: signed in again, it stands there and is sent once', async () => {
    const { context, page } = await reviewAndEnd('5.1', false);
    await sendButton(page).click();
    await page.waitForURL('**/auth/login');
    await page.unroute('**/api/web-app/**', withoutReads);
    await signIn(page, demoSignIn);
    await page.getByRole('link', { name: /^Continue sending 5\.10 / }).click();
    await heading(page, 'Your request hasn’t reached us yet');
    await page.getByRole('button', { name: 'Send again' }).click();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.1')).toHaveLength(1);
    await context.close();
  });

  test('the session ends while it is reviewed, and the page hears of it: signed in again, the review stands there', {
    tags: 'long',
  }, async () => {
    const { context, page } = await reviewAndEnd('5.12', true);
    await page.waitForURL('**/auth/login');
    await signIn(page, demoSignIn);
    await page.getByRole('link', { name: /^Continue sending 5\.12 / }).click();
    await heading(page, 'Review and confirm');
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.12')).toHaveLength(1);
    await context.close();
  });

  test('a withdrawal is asked for once, and cancelled from its details once', async () => {
    const { page, context, complaints } = await arrive('/transactions?tab=withdraw&token=USDT');
    await draft(page, '5.11');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /^Withdraw \d/ }).dblclick();
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.11')).toEqual(['pending']);
    await page.getByRole('link', { name: 'View in History' }).click();
    await page.getByRole('button', { name: 'Cancel transaction' }).dblclick();
    await page.getByText('Cancel this transaction?').waitFor();
    expect(await movements('5.11')).toEqual(['pending']);
    await page.route('**/api/web-app/transactions/*/cancel', dropped);
    // Let go after the question has stood longer than a double click takes.
    await page.getByRole('button', { name: 'Cancel transaction' }).click({ delay: 600 });
    await page.getByText('Transaction cancelled. The funds are available again.').waitFor();
    expect(await movements('5.11')).toEqual(['cancelled']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a receipt follows its payment, and an open question whether to cancel it closes when it has moved on', {
    tags: 'long',
  }, async () => {
    const { page, context, complaints } = await arrive(place);
    await review(page, '5.14');
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    await page.getByText('Now: Pending').waitFor();
    const { page: second } = await arrive('/transactions/history', context);
    const [payment] = await payments('5.14');
    await second.goto(`${origin}/transactions/history?id=${payment?.id}`);
    await second.getByRole('button', { name: 'Cancel transaction' }).click();
    const question = second.getByText('Cancel this transaction?');
    await question.waitFor();
    await approve('5.14');
    await page.getByText('Done: Completed').waitFor();
    await question.waitFor({ state: 'detached' });
    await second.getByText('Done: Completed').waitFor();
    await second.getByText('This transaction was completed before it could be cancelled.').waitFor();
    await expect.poll(() => second.getByRole('button', { name: 'Cancel transaction' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('another token’s address starts fresh and offers the old draft by its amount, also after a reload', {
    tags: 'long',
  }, async () => {
    const { page, context, complaints } = await arrive('/transactions?tab=send&token=ZST');
    await review(page, '15.01');
    await page.goto(`${origin}/wallet`);
    await page.goto(`${origin}${place}`);
    const offer = page.getByRole('button', { name: 'Continue with 15.01 ZST' });
    await offer.waitFor();
    await expect.poll(() => amountField(page).inputValue()).toBe('');
    await expect.poll(() => sendButton(page).count()).toBe(0);
    await amountField(page).fill('5.2');
    await page.reload();
    await offer.waitFor();
    await expect.poll(() => amountField(page).inputValue()).toBe('5.2');
    await offer.click();
    await sendButton(page).waitFor();
    await page.getByText('15.01').first().waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.waitForURL('**/transactions?tab=send&token=ZST');
    await page.getByRole('button', { name: 'Discard 5.20 USDT' }).click();
    await page.reload();
    await amountField(page).waitFor();
    await expect.poll(() => amountField(page).inputValue()).toBe('15.01');
    await expect.poll(() => page.getByText('Unfinished draft').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a payment whose outcome is not known comes first, whatever the address asks for', {
    tags: 'long',
  }, async () => {
    const { page, context } = await arrive(place);
    await review(page, '5.13');
    await page.route(isPayment, dropped);
    await page.route(isOperation, lost);
    await sendButton(page).click();
    await heading(page, 'We don’t know yet if this went through');
    await page.goto(`${origin}/transactions?tab=send&token=STO`);
    await heading(page, 'We don’t know yet if this went through');
    await page.getByText('Your previous transaction isn’t complete yet').waitFor();
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
    await page.waitForURL('**/transactions?tab=withdraw');
    await heading(page, 'We don’t know yet if this went through');
    await page.reload();
    await heading(page, 'We don’t know yet if this went through');
    await page.unroute(isOperation);
    await heading(page, 'Withdrawal requested');
    expect(await movements('5.13')).toHaveLength(1);
    await context.close();
  });

  test('an address to receive at is the same on every visit, as a code and as text', async () => {
    const { page, context, complaints } = await arrive('/transactions?tab=receive&token=USDT');
    await page.getByRole('img', { name: 'QR code of your USDT address' }).waitFor();
    const link = page.getByRole('link', { name: 'Open wallet app' });
    const uri = await link.getAttribute('href');
    expect(uri).toMatch(/^ethereum:0x[\da-fA-F]{40}@/);
    await page.reload();
    await expect.poll(() => link.getAttribute('href')).toBe(uri);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
