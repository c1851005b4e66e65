import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { codeOf, turnOnApp } from '../support/factors.ts';
import { outside } from '../support/payments.ts';
import { type AppCall, callAs, newcomer, operator, register, sessionIn } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;

const place = '/transactions?tab=withdraw&token=USDT';
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const codeField = (page: Page) => page.getByRole('textbox', { name: /6-digit code/ });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });

/** Somebody new with 4,000 USDT, and the API as they see it. */
async function arrive() {
  const who = newcomer();
  const { context, complaints } = await newPerson(browser);
  const page = await context.newPage();
  await register(page, origin, who);
  const paid = await operator(
    { origin, dataDir },
    ...['deposit', '--email', who.email, '--token', 'USDT', '--amount', '4000'],
  );
  expect(paid.code, paid.printed).toBe(0);
  const { auth_token: token } = await sessionIn(page);
  const call = callAs(origin, String(token));
  const withdrawals = async () => ((await call('/transactions?kind=withdraw')) as unknown[]).length;
  return { ...{ who, context, complaints, page, call, withdrawals } };
}

/** Whoever has just registered has proven themselves by the password: unless they want to be asked each time. */
const askEachTime = (call: AppCall) => call('/security/settings', { proof_above: '0' }, {}, 'PUT');

async function askFor(page: Page, amount: string) {
  await page.goto(`${origin}${place}`);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('textbox', { name: 'Recipient' }).fill(outside);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: /^Withdraw \d/ }).click();
  await heading(page, 'Confirm it’s you');
}

describe.skipIf(!existsSync(chromiumPath))('a withdrawal that asks for a proof', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('by an authenticator app: a wrong code is told, a reload asks again, and it happens once', async () => {
    const { who, context, complaints, page, call, withdrawals } = await arrive();
    const { secret } = await turnOnApp(call, who);
    await askFor(page, '12');
    await codeField(page).fill('000000');
    await confirm(page).click();
    await page.getByText('This code is wrong').first().waitFor();
    await expect.poll(() => codeField(page).inputValue()).toBe('000000');
    await page.reload();
    await heading(page, 'Confirm it’s you');
    expect(await withdrawals()).toBe(0);
    await codeField(page).fill(codeOf(secret, new Date()));
    await confirm(page).dblclick();
    await heading(page, 'Withdrawal requested');
    expect(await withdrawals()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('only saved addresses: set on the page of the book, refused for others, and chosen from the list', async () => {
    const { who, context, complaints, page, call } = await arrive();
    const shown = { for: { action: 'address' }, method: 'password', password: who.password };
    const { proof } = await call('/auth/step-up', shown);
    await call('/addresses', { label: 'Ledger', address: outside }, { 'step-up': proof });
    await page.goto(`${origin}/addresses`);
    await page.getByRole('button', { name: 'Set rules' }).click();
    await page.getByText('Send only to saved addresses', { exact: true }).click();
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByLabel('Current password').fill(who.password);
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Security settings saved.').waitFor();
    await pressInDialog(page, 'Escape');
    await page.getByText('You can send only to saved addresses.').waitFor();
    await page.goto(`${origin}${place}`);
    await page.getByRole('textbox', { name: 'Amount' }).fill('12');
    const to = page.getByRole('textbox', { name: 'Recipient' });
    await to.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('You can only send to saved addresses.').waitFor();
    await page.getByRole('button', { name: 'Saved and recent' }).click();
    await page.getByRole('searchbox').fill('led');
    await page.getByRole('option', { name: /Ledger/ }).click();
    await expect.poll(() => to.inputValue()).toBe(outside);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText(/you can send up to 100 USDT in 24 hours to new addresses/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('by the password: cancelled nothing is sent, and of two tabs one goes on', async () => {
    const { who, context, page, call, withdrawals } = await arrive();
    await askEachTime(call);
    await askFor(page, '12');
    await page.getByRole('button', { name: 'Back to review' }).click();
    await heading(page, 'Review and confirm');
    await page.getByRole('link', { name: 'Set up 2FA' }).waitFor();
    expect(await withdrawals()).toBe(0);
    await page.getByRole('button', { name: /^Withdraw \d/ }).click();
    await heading(page, 'Confirm it’s you');

    const other = await context.newPage();
    await other.goto(`${origin}${place}`);
    await other.getByText('This transaction is open in another tab').waitFor();
    await other.getByRole('button', { name: 'Continue here' }).click();
    await heading(other, 'Confirm it’s you');
    await page.getByText('This transaction is open in another tab').waitFor();
    const password = other.getByLabel('Password', { exact: true });
    await password.fill('Wrong7horse');
    await confirm(other).click();
    await other.getByText('Wrong password').first().waitFor();
    await password.fill(who.password);
    await confirm(other).click();
    await heading(other, 'Withdrawal requested');
    expect(await withdrawals()).toBe(1);
    await context.close();
  });

  test('offline in the prompt nothing is lost', async () => {
    const { who, context, page, call, withdrawals } = await arrive();
    await askEachTime(call);
    await askFor(page, '13');
    await context.setOffline(true);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await confirm(page).click();
    await page.getByText('Network error').first().waitFor();
    await context.setOffline(false);
    await confirm(page).click();
    await heading(page, 'Withdrawal requested');
    expect(await withdrawals()).toBe(1);
    await context.close();
  });
});
