import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { outside } from '../support/payments.ts';
import { newcomer, operator, register, sessionIn, signOut } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

/** A server of its own: one takes thirty registrations of a network, and the other tests make most of them. */
let served: ServedBuild;
let origin = '';
let browser: Browser;

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const sendButton = (page: Page) => page.getByRole('button', { name: /^Withdraw \d/ });

/** Somebody new with 100 USDT, whose session is bound to a key of this browser. */
async function arrive() {
  const who = newcomer();
  const { context, complaints } = await newPerson(browser);
  const page = await context.newPage();
  const binding = page.waitForResponse('**/api/web-app/auth/device-key');
  await register(page, origin, who);
  const paid = await operator(
    served,
    ...['deposit', '--email', who.email, '--token', 'USDT', '--amount', '100'],
  );
  expect(paid.code, paid.printed).toBe(0);
  expect((await binding).status()).toBe(200);
  const { auth_token: token } = await sessionIn(page);
  return { who, context, complaints, page, token };
}

async function review(page: Page, amount: string) {
  await page.goto(`${origin}/transactions?tab=send&token=USDT`);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('textbox', { name: 'Recipient' }).fill(outside);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await sendButton(page).waitFor();
}

/** What a token does from anywhere else. */
async function elsewhere(token: string | undefined, path: string, body?: unknown) {
  const answer = await fetch(`${origin}/api/web-app${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data, code } = await answer.json();
  return { status: answer.status, data, code };
}

const payments = async (token: string | undefined) =>
  (await elsewhere(token, '/transactions?kind=withdraw')).data as { amount: string }[];

/** How many keys this browser keeps. */
const keysIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('zesto.deviceKeys', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counted = opening.result.transaction('keys').objectStore('keys').count();
          counted.onsuccess = () => {
            opening.result.close();
            resolve(counted.result);
          };
        };
      }),
  );

const withoutKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const removing = indexedDB.deleteDatabase('zesto.deviceKeys');
        removing.onsuccess = () => resolve();
        removing.onerror = () => reject(removing.error);
      }),
  );

describe.skipIf(!existsSync(chromiumPath))('a session that is bound to its browser', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    served = await serveBuild();
    origin = served.origin;
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('pays there; its token pays from nowhere else, in a program or another browser; its key goes with it', async () => {
    const { context, complaints, page, token } = await arrive();
    await review(page, '6.01');
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    expect(await payments(token)).toHaveLength(1);

    const asked = { kind: 'send', token: 'USDT', amount: '50', to: outside };
    const { data: quote } = await elsewhere(token, '/transactions/quotes', asked);
    const stolen = await elsewhere(token, '/transactions/send', { quote_id: quote.id });
    expect(stolen).toMatchObject({ status: 403, code: 'DEVICE_PROOF_REQUIRED' });

    const thief = await newPerson(browser);
    const theirs = await thief.context.newPage();
    const stored = await sessionIn(page);
    await theirs.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await review(theirs, '50');
    await sendButton(theirs).click();
    await theirs.getByText('We don’t recognize this browser.').waitFor();
    await theirs.getByLabel('Password', { exact: true }).fill('Guessed7horse');
    await theirs.getByRole('button', { name: 'Confirm', exact: true }).click();
    await theirs.getByText('Wrong password.').first().waitFor();
    expect(await payments(token)).toHaveLength(1);
    await thief.context.close();

    expect(await keysIn(page)).toBe(1);
    await signOut(page);
    await page.waitForURL('**/auth/login');
    await expect.poll(() => keysIn(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('its storage cleared, the payment waits for a proof, goes on by itself, and the next needs none', async () => {
    const { context, who, page, token } = await arrive();
    await review(page, '7.01');
    await withoutKeys(page);
    await page.reload();
    await sendButton(page).click();
    await page.getByText('We don’t recognize this browser.').waitFor();
    await page.reload();
    await page.getByText('We don’t recognize this browser.').waitFor();
    expect(await payments(token)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await heading(page, 'Withdrawal requested');
    await review(page, '7.02');
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    expect((await payments(token)).map(({ amount }) => amount)).toEqual(['7.02', '7.01']);
    await context.close();
  });

  test('two tabs sign with one key', async () => {
    const { context, page, token } = await arrive();
    const second = await context.newPage();
    await review(second, '8.01');
    await sendButton(second).click();
    await heading(second, 'Withdrawal requested');
    await second.close();
    await review(page, '8.02');
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    expect(await payments(token)).toHaveLength(2);
    expect(await keysIn(page)).toBe(1);
    await context.close();
  });

  test('a browser that keeps no keys pays without one', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    await withoutIndexedDb(context);
    const page = await context.newPage();
    await register(page, origin, who);
    await operator(served, 'deposit', '--email', who.email, '--token', 'USDT', '--amount', '100');
    await review(page, '9.01');
    await sendButton(page).click();
    await heading(page, 'Withdrawal requested');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

function withoutIndexedDb(context: BrowserContext) {
  return context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
}
