import { existsSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type AnnouncedWallet, installWallets } from '../support/browserWallets.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { latch } from '../support/latch.ts';
import { newcomer, register, signOut } from '../support/person.ts';

const origin = inject('origin');
let browser: Browser;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const inWallet = (page: Page) => page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();
/** Whoever is in for the first time without a registration. */
async function agree(page: Page) {
  await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Exchange' }).count()).toBe(0);
  await button(page, 'Agree and continue').click();
  await inWallet(page);
}
const fox: AnnouncedWallet = { name: 'Fox', uuid: '350670db-19fa-4704-a166-e52e178b59d2' };
const bear: AnnouncedWallet = { name: 'Bear', uuid: '0b1c9f1a-6f8e-4b0c-9d4a-1c2d3e4f5a6b' };

describe.skipIf(!existsSync(chromiumPath))('sign-in methods beside a password', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('one of two announced wallets: refused, then another account, then in; and the same person again', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    const { change, switchTo } = await installWallets(page, [fox, bear], true);
    await page.goto(`${origin}/auth/registration`);
    await button(page, 'Use browser wallet').click();
    await page.getByRole('heading', { name: 'Choose a wallet' }).waitFor();
    await expect.poll(() => page.getByRole('listitem').locator('img').count()).toBe(2);

    await change({ refuse: 4001 });
    await button(page, 'Bear').click();
    await page.getByRole('heading', { name: 'Connection rejected' }).waitFor();
    await change({ refuse: -32002 });
    await button(page, 'Try again').click();
    await button(page, 'Bear').click();
    await page.getByRole('heading', { name: 'Failed to connect' }).waitFor();
    await page.getByText('Respond to its request').waitFor();

    await change({ refuse: 0, isHeld: true });
    await button(page, 'Try again').click();
    await button(page, 'Fox').click();
    await page.getByText('Sign the message in Fox to log in.').waitFor();
    await change({ isHeld: false });
    await switchTo(1);
    await agree(page);
    const first = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);

    await signOut(page);
    await page.waitForURL('**/auth/login');
    await button(page, 'Use browser wallet').click();
    await button(page, 'Fox').click();
    await inWallet(page);
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id))
      .toBe(first);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a wallet that is only there as window.ethereum needs no choice; without any, the fixed sentence says so', {
    tags: 'long',
  }, async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/auth/login`);
    await button(page, 'Use browser wallet').click();
    await page.getByText('MetaMask is not installed', { exact: true }).waitFor();

    await installWallets(page, [], false);
    await page.reload();
    await button(page, 'Use browser wallet').click();
    await agree(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the demo’s OpenID provider: gone back from, then used, with an account’s password where there is one', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, who);
    const known = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);
    await signOut(page);
    await page.waitForURL('**/auth/login');
    await page.goto(`${origin}/exchange?from=STO`);

    await button(page, 'Continue with Demo ID').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Login cancelled' }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await button(page, 'Back to login').click();

    await button(page, 'Continue with Demo ID').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Try again').click();
    await page.getByRole('textbox', { name: 'Another email' }).fill(who.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Enter your password once' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${origin}/auth/login`);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await button(page, 'Log in').click();
    await page.waitForURL(`${origin}/wallet`);
    await page.getByRole('link', { name: 'Continue to Exchange' }).click();
    await page.waitForURL(`${origin}/exchange?from=STO`);
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id))
      .toBe(known);
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .not.toMatch(/nonce|id_token/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a session that ends by itself: the same person finds their half-typed exchange, another one an empty one', {
    tags: 'long',
  }, async () => {
    const [who, other] = [newcomer(), newcomer()];
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    // Told of the end by the stream, the page would be gone before a person could go anywhere.
    await page.route('**/rates/stream', (route) => route.abort());
    await register(page, origin, other);
    await signOut(page);
    await page.waitForURL('**/auth/login');
    await register(page, origin, who);
    await page.goto(`${origin}/exchange`);
    const amount = page.getByRole('textbox', { name: /You pay/ });
    /** The session ends on the server; the page learns of it at `href`, or by a reload. */
    const end = async (href: string | null) => {
      // A form that is still asking whether another tab has it takes no input yet.
      await expect
        .poll(async () => {
          await amount.fill('12.5');
          return amount.inputValue();
        })
        .toBe('12.5');
      // The page's reads wait: one that is answered before the person has left would end the session on this page, which is then the one offered.
      const left = latch();
      const held = async (route: Route) => {
        if (!route.request().url().endsWith('/auth/logout')) await left.isOpen;
        await route.fallback().catch(() => undefined);
      };
      await page.route('**/api/web-app/**', held);
      await page.evaluate(async (href) => {
        const authorization = `Bearer ${localStorage.getItem('auth_token')}`;
        await fetch('/api/web-app/auth/logout', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
        });
        if (href !== null) document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
      }, href);
      if (href !== null) await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
      left.open();
      await page.unroute('**/api/web-app/**', held);
      if (href === null) await page.reload();
      await page.getByText('Your session has ended.').waitFor();
    };
    const signIn = async ({ email, password }: { email: string; password: string }) => {
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await button(page, 'Log in').click();
    };

    await end('/transactions/history');
    await page.reload();
    await page.getByText('Your session has ended.').waitFor();
    await signIn(who);
    await page.waitForURL(`${origin}/wallet`);
    await page.getByRole('link', { name: 'Continue to History' }).click();
    await page.waitForURL(`${origin}/transactions/history`);
    await page.getByRole('link', { name: 'Exchange' }).first().click();
    await expect.poll(() => amount.inputValue()).toBe('12.5');

    await end(null);
    await signIn(other);
    await page.waitForURL(`${origin}/wallet`);
    await page.getByRole('link', { name: 'Exchange' }).first().click();
    // Drawn once what this browser has stored of the exchange is restored.
    await page.getByRole('heading', { name: 'Your exchanges' }).waitFor();
    await expect.poll(() => amount.inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
