import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { outside } from '../support/payments.ts';
import { newcomer, operator, register, sessionIn, signOut } from '../support/person.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const inWallet = (page: Page) => page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();
const idOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);

/** In the profile: adds a passkey under a name, by the password. */
async function addPasskey(page: Page, name: string, password: string) {
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passkey name').fill(name);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

describe.skipIf(!existsSync(chromiumPath))('passkeys', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('one is added, named, logs in by the button, is asked for as a second step, and is removed', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    // A browser that offers none in the field, or the device would answer before the button is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    const device = await addAuthenticator(page);
    await register(page, origin, who);
    const id = await idOf(page);
    await page.goto(`${origin}/profile`);

    // The person says no to the first prompt, and what was typed is still there for the next.
    await device.verify(false);
    await addPasskey(page, 'Laptop', who.password);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The passkey request was cancelled or timed out.').waitFor();
    await device.verify(true);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(10);
    await page.getByRole('checkbox', { name: 'I’ve saved these codes' }).check({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

    await button(page, 'Rename passkey: Laptop').click();
    await dialog.getByLabel('Passkey name').fill('Work laptop');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await button(page, 'Rename passkey: Work laptop').waitFor();

    // The same device has one already; its first prompt proves who asks, its second finds that out.
    await button(page, 'Add a passkey').click();
    await dialog.getByLabel('Passkey name').fill('Again');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('This device already has a passkey for your account.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await signOut(page);
    await page.waitForURL('**/auth/login');
    const field = page.getByRole('textbox', { name: 'Email' });
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('username webauthn');
    await button(page, 'Use a passkey').click();
    await inWallet(page);
    await expect.poll(() => idOf(page)).toBe(id);

    await signOut(page);
    await page.waitForURL('**/auth/login');
    await field.fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await button(page, 'Log in').click();
    await page.getByRole('heading', { name: 'Confirm with your passkey' }).waitFor();
    await page.getByLabel('Recovery code').waitFor();
    await button(page, 'Use a passkey').click();
    await inWallet(page);

    await page.goto(`${origin}/profile`);
    await button(page, 'Remove passkey: Work laptop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Rename passkey/ }).count()).toBe(0);

    // The device still has it, and the server does not.
    await signOut(page);
    await page.waitForURL('**/auth/login');
    await button(page, 'Use a passkey').click();
    await page.getByRole('heading', { name: 'This passkey isn’t linked to your account.' }).waitFor();
    await button(page, 'Back to login').click();
    await field.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the email field offers the passkey of this device without a prompt', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await addAuthenticator(page);
    await register(page, origin, who);
    const id = await idOf(page);
    await page.goto(`${origin}/profile`);
    await addPasskey(page, 'Laptop', who.password);
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
    await page.getByRole('checkbox', { name: 'I’ve saved these codes' }).check({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await signOut(page);
    // The virtual device picks what it is offered.
    await inWallet(page);
    await expect.poll(() => idOf(page)).toBe(id);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('one logs in, and proves a withdrawal; while the prompt is refused nothing is sent', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    const device = await addAuthenticator(page);
    await register(page, origin, who);
    await page.goto(`${origin}/profile`);
    await addPasskey(page, 'Laptop', who.password);
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
    await page.getByRole('checkbox', { name: 'I’ve saved these codes' }).check({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await signOut(page);
    await page.waitForURL('**/auth/login');
    await button(page, 'Use a passkey').click();
    await inWallet(page);

    const deposit = ['deposit', '--email', who.email, '--token', 'USDT', '--amount', '4000'];
    const paid = await operator({ origin, dataDir }, ...deposit);
    expect(paid.code, paid.printed).toBe(0);
    // Whoever has just logged in has proven themselves: unless they want to be asked each time.
    const { auth_token } = await sessionIn(page);
    const call = (method: string, path: string, body?: unknown) =>
      fetch(`${origin}/api/web-app${path}`, {
        method,
        headers: { authorization: `Bearer ${auth_token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await call('PUT', '/security/settings', { proof_above: '0' })).status).toBe(200);
    const withdrawals = async () =>
      (await (await call('GET', '/transactions?kind=withdraw')).json()).data.length;

    await page.goto(`${origin}/transactions?tab=withdraw&token=USDT`);
    await page.getByRole('textbox', { name: 'Amount' }).fill('12');
    await page.getByRole('textbox', { name: 'Recipient' }).fill(outside);
    await button(page, 'Continue').click();
    await page.getByRole('button', { name: /^Withdraw \d/ }).click();
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    await device.verify(false);
    await button(page, 'Confirm').click();
    await page.getByText('The passkey request was cancelled or timed out.').waitFor();
    expect(await withdrawals()).toBe(0);
    await device.verify(true);
    await button(page, 'Confirm').click();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await withdrawals()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
