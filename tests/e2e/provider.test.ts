import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import en from '../../src/locales/en/meta.json' with { type: 'json' };
import ru from '../../src/locales/ru/meta.json' with { type: 'json' };
import { installWallets } from '../support/browserWallets.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import type { ChangeAnswer } from '../support/eightCalls.ts';
import { googleClientId, serveWithForeignProvider } from '../support/foreignProvider.ts';
import { fillRegistration, newcomer, sessionIn, signIn, signOut } from '../support/person.ts';
import { png } from '../support/uploads.ts';

let browser: Browser;
let served: Awaited<ReturnType<typeof serveWithForeignProvider>>;
let origin: string;

const who = newcomer();
const notHere = 'This feature isn’t available yet';
const spinner = 'main [aria-busy="true"], main [role="progressbar"], main [role="status"] svg';

/** Where every route of the spec leads somebody who is signed in. */
const routes = [
  { path: '/', to: '/wallet', page: 'wallet' },
  { path: '/auth/login', to: '/wallet', page: 'wallet' },
  { path: '/auth/registration', to: '/wallet', page: 'wallet' },
  { path: '/wallet', to: '/wallet', page: 'wallet' },
  { path: '/add-token', to: '/add-token', page: 'addToken' },
  { path: '/exchange', to: '/exchange', page: 'exchange' },
  { path: '/transactions', to: '/transactions', page: 'transactions' },
  { path: '/transactions/history', to: '/transactions/history', page: 'history' },
  { path: '/news', to: '/news', page: 'news' },
  { path: '/news/7', to: '/news/7', page: 'article' },
  { path: '/support', to: '/support', page: 'support' },
  // Its sessions are not.
  { path: '/profile', to: '/profile', page: 'profile' },
  { path: '/kyc', to: '/kyc', page: 'kyc' },
  { path: '/analytics', to: '/analytics', page: 'analytics' },
] as const;

/** A page of a person of their own. `errors`: what the console tells but the provider's 404. */
async function open(stored: Readonly<Record<string, string>> = {}, locale = 'en-GB') {
  const { context, complaints } = await newPerson(browser, { locale });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    const isMissingCall = /^Failed to load resource: .*status of 404/.test(message.text());
    if (message.type() === 'error' && !isMissingCall) errors.push(message.text());
  });
  if (Object.keys(stored).length > 0) {
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
  }
  return { context, page, errors, complaints };
}

async function openSession(): Promise<Record<string, string>> {
  const { context, page } = await open();
  await page.goto(`${origin}/auth/login`);
  await signIn(page, who);
  await page.waitForURL(`${origin}/wallet`);
  const stored = await sessionIn(page);
  await context.close();
  return stored;
}

const storedIn = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user')]);

async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator(spinner).count(), { timeout: 10_000 }).toBe(0);
}

describe.skipIf(!existsSync(chromiumPath))(
  'at a provider that knows the eight calls of the spec alone',
  () => {
    beforeAll(async () => {
      [served, browser] = await Promise.all([serveWithForeignProvider(), launchChromium()]);
      origin = served.appOrigin;
    });
    afterAll(async () => {
      await browser?.close();
      await served?.close();
    });
    beforeEach(() => {
      served.provider.heard.length = 0;
      served.provider.bodies.length = 0;
    });

    test('somebody registers without a captcha, reloads, logs out, mistypes, and logs in again', async () => {
      const { context, page, errors, complaints } = await open();
      const { provider } = served;
      await page.goto(`${origin}/auth/registration`);
      await fillRegistration(page, who);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL(`${origin}/wallet`);
      expect(provider.count('POST /auth/register')).toBe(1);
      const sent = provider.bodies[provider.heard.indexOf('POST /auth/register')];
      expect(sent).toMatchObject({ email: who.email });
      expect(sent).not.toHaveProperty('captcha');
      const stored = await storedIn(page);
      expect(JSON.parse(stored[1] ?? '')).toMatchObject({ first_name: who.first_name });

      await page.reload();
      await settled(page);
      await expect.poll(() => storedIn(page)).toEqual(stored);
      await page
        .getByRole('button', { name: /Account menu/ })
        .getByText(who.first_name)
        .waitFor();

      await signOut(page);
      await page.waitForURL(`${origin}/auth/login`);
      await expect.poll(() => storedIn(page)).toEqual([null, null]);
      await expect.poll(() => page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Forgot your password?' }).count()).toBe(0);
      expect(errors).toEqual([]);

      const before = await page.evaluate(() => Object.keys(localStorage).sort());
      await signIn(page, { email: who.email, password: 'Wrong7horse' });
      await page.getByText('Invalid email or password.').waitFor();
      await expect.poll(() => page.url()).toBe(`${origin}/auth/login`);
      await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(who.email);
      await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(before);

      await signIn(page, who);
      await page.waitForURL(`${origin}/wallet`);
      await settled(page);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('every route says what is there, and what is not is not offered to be tried again', async () => {
      const stored = await openSession();
      const { context, page, errors, complaints } = await open(stored);
      for (const { path, to, page: name } of routes) {
        await page.goto(`${origin}${path}`);
        await page.waitForURL(`${origin}${to}`);
        await settled(page);
        const main = page.getByRole('main');
        const told = {
          path,
          title: await page.title(),
          headings: await page.getByRole('heading', { level: 1 }).count(),
          notHere: await main.getByText(notHere, { exact: true }).count(),
          retries: await main.getByRole('button', { name: /try again|check again/i }).count(),
          errors: errors.splice(0),
          stored: await storedIn(page),
        };
        expect(told).toEqual({
          path,
          title: expect.stringContaining(`${en[name].title} · `),
          headings: 1,
          // Of the profile: the sessions, the other ways to log in, and the second factors.
          notHere: path === '/profile' ? 3 : 1,
          retries: 0,
          errors: [],
          stored: [stored.auth_token, stored.user],
        });
      }
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('what the provider does not tell of a person is not known, and a long name leaves the wordmark on its line', async () => {
      const { context, page } = await open(await openSession());
      served.provider.rename(who.email, 'Alexandrina-Wilhelmina');
      await page.goto(`${origin}/profile`);
      await settled(page);
      await expect.poll(() => page.getByRole('main').getByText('Unknown', { exact: true }).count()).toBe(2);
      await page
        .getByRole('button', { name: /Account menu/ })
        .getByText('Alexandrina')
        .waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      const drawn = await page.evaluate(() => {
        const wordmark = document.querySelector('header [translate="no"]');
        const dot = wordmark?.querySelector('span')?.getBoundingClientRect();
        const text = wordmark?.getBoundingClientRect();
        return {
          isOneLine: dot !== undefined && text !== undefined && dot.left > text.left + 20,
          isWhole: document.documentElement.scrollWidth <= innerWidth,
        };
      });
      expect(drawn).toEqual({ isOneLine: true, isWhole: true });
      served.provider.rename(who.email, who.first_name);
      await context.close();
    });

    test('every route has its title in Russian', async () => {
      const { context, page } = await open(await openSession(), 'ru-RU');
      for (const { path, page: name } of routes) {
        await page.goto(`${origin}${path}`);
        await settled(page);
        await expect.poll(() => page.title()).toContain(`${ru[name].title} · `);
      }
      await context.close();
    });

    test('a changed profile and a new picture are told as saved, however the provider answers', async () => {
      const { context, page, errors, complaints } = await open(await openSession());
      const { provider } = served;
      await page.goto(`${origin}/profile`);
      await settled(page);
      const answers: readonly ChangeAnswer[] = ['nothing', 'emptyObject', 'emptyData'];
      for (const [index, answer] of answers.entries()) {
        provider.answerChanges(answer);
        const name = `Anna${'abc'[index]}`;
        const reads = provider.count('GET /profile');
        await page.getByLabel('First name').fill(name);
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByText('Profile saved.').last().waitFor();
        await page
          .getByRole('button', { name: /Account menu/ })
          .getByText(name)
          .waitFor();
        expect(provider.bodies).toContainEqual(expect.objectContaining({ first_name: name }));
        expect(provider.count('PUT /profile')).toBe(index + 1);
        expect(provider.count('GET /profile')).toBe(reads + 1);

        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: 'me.png',
            mimeType: 'image/png',
            buffer: await png(300, 300),
          });
        await page.getByRole('button', { name: 'Use this picture' }).click();
        await expect.poll(() => provider.count('POST /profile/avatar')).toBe(index + 1);
        await page.getByText('Profile picture updated.').last().waitFor();
        await expect.poll(() => provider.count('GET /profile')).toBe(reads + 2);
      }
      const picture = page.getByRole('banner').locator('img');
      await picture.waitFor();
      await expect.poll(() => picture.getAttribute('src')).toBe(`${served.providerOrigin}/pictures/1.png`);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      await page.reload();
      await page
        .getByRole('button', { name: /Account menu/ })
        .getByText('Annac')
        .waitFor();
      expect(errors).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('the profile is asked for once, failing or not', async () => {
      const stored = await openSession();
      const { provider } = served;
      for (const outage of [null, () => new Response('', { status: 500 })]) {
        for (const path of ['/wallet', '/profile', '/kyc']) {
          const { context, page } = await open(stored);
          provider.heard.length = 0;
          provider.break(outage);
          await page.goto(`${origin}${path}`);
          await settled(page);
          await page.waitForLoadState('networkidle');
          expect({ path, asked: provider.count('GET /profile') }).toEqual({ path, asked: 1 });
          await page.getByRole('link', { name: 'News' }).first().click();
          await page.waitForURL(`${origin}/news`);
          await page.getByRole('link', { name: 'Wallet' }).first().click();
          await page.waitForURL(`${origin}/wallet`);
          await settled(page);
          await page.waitForLoadState('networkidle');
          expect({ path, asked: provider.count('GET /profile') }).toEqual({ path, asked: 1 });
          await expect.poll(() => storedIn(page)).toEqual([stored.auth_token, expect.any(String)]);
          provider.break(null);
          await context.close();
        }
      }
    });

    test('a 401 of any call leads to the login, whence the wallet offers to go on', async () => {
      const { context, page, complaints } = await open(await openSession());
      served.provider.endSessions();
      await page.goto(`${origin}/profile`);
      await page.waitForURL(`${origin}/auth/login`);
      await expect.poll(() => storedIn(page)).toEqual([null, null]);
      await page.getByText('Your session has ended.').waitFor();
      await signIn(page, who);
      await page.waitForURL(`${origin}/wallet`);
      await page.getByRole('link', { name: 'Continue to Profile' }).click();
      await page.waitForURL(`${origin}/profile`);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('a browser wallet opens a session', async () => {
      const { context, page, errors, complaints } = await open();
      const { accounts } = await installWallets(page, [], false);
      await page.goto(`${origin}/auth/login`);
      await page.getByRole('button', { name: 'Use browser wallet' }).click();
      await page.waitForURL(`${origin}/wallet`);
      await settled(page);
      const { provider } = served;
      expect(provider.bodies[provider.heard.indexOf('POST /auth/metamask')]).toEqual({
        metamask_address: accounts[0]?.address,
        message: `Log in with ${accounts[0]?.address}`,
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      });
      expect(errors).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('Google is asked as the build says: cancelled there, then used', async () => {
      const { context, page, errors, complaints } = await open();
      let declines = true;
      await page.route('https://accounts.google.com/**', (route) => {
        const asked = new URL(route.request().url()).searchParams;
        expect(asked.get('client_id')).toBe(googleClientId);
        const claims = { nonce: asked.get('nonce'), email: 'greta@example.com' };
        const credential = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
        const answer = new URLSearchParams({ state: asked.get('state') ?? '' });
        if (declines) answer.set('error', 'access_denied');
        else answer.set('id_token', credential);
        return route.fulfill({
          status: 302,
          headers: { location: `${asked.get('redirect_uri')}#${answer}` },
        });
      });
      await page.goto(`${origin}/auth/login`);
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await page.getByRole('heading', { name: 'Login cancelled' }).waitFor();
      declines = false;
      await page.getByRole('button', { name: 'Back to login' }).click();
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await page.waitForURL(`${origin}/wallet`);
      await page
        .getByRole('button', { name: /Account menu/ })
        .getByText('Greta')
        .waitFor();
      expect(served.provider.count('POST /auth/google')).toBe(1);
      expect(errors).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('somebody who is signed out is led to the login, and back to the wallet', async () => {
      const { context, page } = await open();
      await page.goto(`${origin}/exchange`);
      await page.waitForURL(`${origin}/auth/login`);
      await signIn(page, who);
      await page.waitForURL(`${origin}/wallet`);
      await page.getByRole('link', { name: 'Continue to Exchange' }).waitFor();
      await context.close();
    });
  },
);
