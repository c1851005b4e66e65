import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { newcomer, register, signOut } from '../support/person.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';

const origin = inject('origin');
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
});
