import { existsSync } from 'node:fs';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { vera } from '../support/people.ts';
import { fillRegistration, newcomer, register, signIn, signOut } from '../support/person.ts';
import { serveBuild } from '../support/servedBuild.ts';

const origin = inject('origin');
let browser: Browser;

describe.skipIf(!existsSync(chromiumPath))('when things go wrong', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('offline at sign-in: told so, nothing typed is lost, and it works once the line is back', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, who);
    await signOut(page);
    await page.waitForURL('**/auth/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Network error. Please check your connection.').first().waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(who.email);

    await context.setOffline(false);
    if ((await page.getByLabel('Password', { exact: true }).inputValue()) === '') {
      await page.getByLabel('Password', { exact: true }).fill(who.password);
    }
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/wallet');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('wrong password: the spec’s sentence, the address is kept', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/auth/login`);
    await signIn(page, { email: 'nobody@example.com', password: 'Wrong1password' });
    await page.getByText('Invalid email or password.').first().waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue())
      .toBe('nobody@example.com');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an email that is taken is said on its field', async () => {
    const who = newcomer();
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, who);
    await signOut(page);
    await page.waitForURL('**/auth/login');
    const again = { ...newcomer(), email: who.email };
    await page.goto(`${origin}/auth/registration`);
    await fillRegistration(page, again);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('An account with this email already exists.').first().waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Email' }).getAttribute('aria-invalid'))
      .toBe('true');
    for (let step = 0; step < 2; step++)
      await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe(again.first_name);
    await context.close();
  });

  test('the server goes away and comes back: what was known stays, and refreshing works again', async () => {
    const who = newcomer();
    const served = await serveBuild();
    const { context, complaints } = await newPerson(browser);
    try {
      const page = await context.newPage();
      await register(page, served.origin, who);
      await page.getByText('Your wallet is ready').waitFor();
      await served.stop();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Network error. Please check your connection.').first().waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/wallet');

      const back = await serveBuild({ port: served.port, dataDir: served.dataDir });
      await page.reload();
      await page.getByText('Your wallet is ready').waitFor();
      await back.stop();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
      await served.remove();
    }
  });

  const answers: [string, (route: Route) => Promise<void>][] = [
    ['knows only the eight fixed calls', (route) => route.fulfill({ status: 404, body: '' })],
    [
      'answers HTML',
      (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>It works!</h1>' }),
    ],
    ['answers nothing', (route) => route.fulfill({ status: 200, body: '' })],
    [
      'answers garbage',
      (route) =>
        route.fulfill({ status: 200, contentType: 'application/json', body: '{"data":{"tokens":7}}' }),
    ],
    [
      'breaks',
      (route) =>
        route.fulfill({ status: 500, contentType: 'text/plain', body: 'Traceback (most recent call last)' }),
    ],
  ];
  test.each(answers)('a provider that %s leaves a sentence and what can help', async (name, answer) => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.route('**/api/web-app/wallet**', answer);
    await register(page, origin, newcomer());
    await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();
    const sentence = page
      .getByText(/This feature isn’t available yet|We couldn’t load your balances/)
      .first();
    await sentence.waitFor();
    const retries = await page.getByRole('button', { name: /Try again|Refresh/ }).count();
    // Asking again for a call that is not there cannot help.
    expect(retries > 0).toBe(name !== 'knows only the eight fixed calls');
    await expect
      .poll(() => page.getByRole('main').textContent())
      .not.toMatch(/Traceback|It works|undefined|NaN|\bnull\b/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  const stored: [string, Record<string, string>][] = [
    ['a token without a user', { auth_token: 'x'.repeat(43) }],
    ['a user without a token', { user: '{"id":"1"}' }],
    ['a user that does not parse', { auth_token: 'x'.repeat(43), user: '{{{' }],
    ['a user of another shape', { auth_token: 'x'.repeat(43), user: '[]' }],
    [
      'a forged pair',
      { auth_token: 'x'.repeat(43), user: JSON.stringify({ ...vera.user, first_name: 'Mallory' }) },
    ],
  ];
  test.each(stored)('storage that holds %s opens nothing', async (_, entries) => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.addInitScript((items) => {
      if (sessionStorage.getItem('planted')) return;
      sessionStorage.setItem('planted', '1');
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, entries);
    await page.goto(`${origin}/wallet`);
    await page.waitForURL('**/auth/login');
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user')]))
      .toEqual([null, null]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('words that fail to load twice are asked for again, and arrive', async () => {
    const { context, complaints } = await newPerson(browser, { locale: 'ru-RU' });
    const page = await context.newPage();
    const failures = new Map<string, number>();
    await page.route(/\/assets\/auth-[^/]*\.json/, (route) => {
      const url = route.request().url();
      const count = failures.get(url) ?? 0;
      failures.set(url, count + 1);
      return count < 2 ? route.fulfill({ status: 503, body: '' }) : route.continue();
    });
    await page.goto(`${origin}/auth/login`);
    await page.getByRole('heading', { level: 1, name: 'Вход' }).waitFor();
    expect([...failures.values()].some((count) => count === 3)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
