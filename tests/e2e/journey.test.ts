import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { fillRegistration, newcomer, operator, register, signIn, signOut } from '../support/person.ts';

const origin = inject('origin');
const served = { origin, dataDir: inject('dataDir') };
let browser: Browser;

describe.skipIf(!existsSync(chromiumPath))('a person with a browser', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('registers, reloads, signs out, signs in, and sees a deposit arrive', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();

    await page.goto(origin);
    await page.waitForURL('**/auth/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL('**/auth/registration');
    await fillRegistration(page, who);
    await page.goBack();
    await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe(who.phone);
    await page.goBack();
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(who.username);
    const goOn = page.getByRole('button', { name: 'Continue', exact: true });
    await goOn.click();
    await page.getByLabel('Phone').waitFor();
    await goOn.click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/wallet');
    const heading = page.getByRole('heading', { name: 'Wallet', level: 1 });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Your wallet is ready').waitFor();
    await expect.poll(() => page.title()).toBe('Wallet · Zesto Crypto Wallet');

    await page.reload();
    await page.getByText('Your wallet is ready').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/wallet');

    await signOut(page);
    await page.waitForURL('**/auth/login');
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user')]))
      .toEqual([null, null]);
    await page.goBack();
    await page.waitForURL('**/auth/login');

    await signIn(page, who);
    await page.waitForURL('**/wallet');
    await page.getByText('Your wallet is ready').waitFor();

    const deposit = await operator(
      served,
      'deposit',
      '--email',
      who.email,
      '--token',
      'USDT',
      '--amount',
      '1250.75',
    );
    expect(deposit).toMatchObject({ code: 0 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('row', { name: /USDT/ }).getByText('1,250').first().waitFor();

    const audit = await operator(served, 'audit');
    expect(audit.code).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('is sent to sign in from a protected address, and then to where they were going', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, who);
    await signOut(page);
    await page.waitForURL('**/auth/login');

    await page.goto(`${origin}/wallet?q=ZST`);
    await page.waitForURL('**/auth/login');
    await signIn(page, who);
    await page.waitForURL('**/wallet?q=ZST');

    await page.goto(`${origin}/auth/registration`);
    await page.waitForURL('**/wallet');
    await page.goto(`${origin}/no/such/page`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Page not found · Zesto Crypto Wallet');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('whose session ends in one tab is signed out in the other', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const first = await context.newPage();
    await register(first, origin, who);
    const second = await context.newPage();
    await second.goto(`${origin}/wallet`);
    await second.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();

    const token = await first.evaluate(() => localStorage.getItem('auth_token'));
    const ended = await fetch(`${origin}/api/web-app/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(ended.status).toBe(204);

    await first.bringToFront();
    // The live prices may have learned of it before.
    await Promise.race([
      first.getByRole('button', { name: 'Refresh' }).click(),
      first.waitForURL('**/auth/login'),
    ]);
    await first.waitForURL('**/auth/login');
    await second.waitForURL('**/auth/login');
    await expect.poll(() => second.evaluate(() => localStorage.getItem('auth_token'))).toBe(null);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('who signs in as somebody else sees nothing of the person before', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    const rich = newcomer();
    await register(page, origin, rich);
    await operator(served, 'deposit', '--email', rich.email, '--token', 'ZST', '--amount', '987.5');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('row', { name: /ZST/ }).getByText('987').first().waitFor();
    await signOut(page);
    await page.waitForURL('**/auth/login');

    await page.route('**/api/web-app/wallet', () => {});
    await register(page, origin, newcomer());
    await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('main').textContent()).not.toContain('987');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('who reloads in the middle of registering finds everything but the passwords, and nobody after them does', {
    tags: 'long',
  }, async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/auth/registration`);
    await fillRegistration(page, who);
    await page.reload();
    const field = (name: string) => page.getByRole('textbox', { name });
    const goBack = () => page.getByRole('button', { name: 'Back', exact: true }).click();
    // All that is missing are the passwords.
    await page.getByRole('heading', { name: 'Login details' }).waitFor();
    await expect.poll(() => field('Email').inputValue()).toBe(who.email);
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await goBack();
    await expect.poll(() => page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe(who.country);
    await goBack();
    await expect.poll(() => field('First name').inputValue()).toBe(who.first_name);
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .not.toContain(who.password);

    for (const heading of ['About you', 'Login details']) {
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
    }
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByLabel('Confirm password').fill(who.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/wallet');
    await signOut(page);
    await page.goto(`${origin}/auth/registration`);
    await field('First name').waitFor();
    await expect.poll(() => field('First name').inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(['double click', 'Enter held'])('with a %s registers once', { tags: 'long' }, async (habit) => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    const sent: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname),
    );
    await page.goto(`${origin}/auth/registration`);
    await fillRegistration(page, newcomer());
    if (habit === 'double click') await page.getByRole('button', { name: 'Create account' }).dblclick();
    else {
      await page.getByRole('textbox', { name: 'Email' }).focus();
      for (let repeat = 0; repeat < 12; repeat++) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
    }
    await page.waitForURL('**/wallet');
    expect(sent).toEqual(['/api/web-app/auth/register']);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
