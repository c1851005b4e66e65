import { existsSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { keptFlows } from '../support/keptFlows.ts';
import { demoAddress, newcomer, operator, register, sessionIn, signIn, signOut } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const inWallet = (page: Page) => page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor();

describe.skipIf(!existsSync(chromiumPath))('two tabs of one person', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('a log-out in one asks while the other’s payment is open; after the next login the payment is found, once', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const paying = await context.newPage();
    await register(paying, origin, who);
    const deposit = ['deposit', '--email', who.email, '--token', 'USDT', '--amount', '100'];
    expect((await operator({ origin, dataDir }, ...deposit)).code).toBe(0);
    const place = `${origin}/transactions?tab=send&token=USDT`;
    await paying.goto(place);
    await paying.getByRole('textbox', { name: 'Amount' }).fill('7.25');
    await paying.getByRole('textbox', { name: 'Recipient' }).fill(await demoAddress(origin));
    await paying.getByRole('button', { name: 'Continue', exact: true }).click();
    // The server does what it was asked, and the answer never arrives.
    await paying.route('**/api/web-app/transactions/send', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await paying.route('**/api/web-app/operations/*', (route) => route.abort('connectionreset'));
    await paying.getByRole('button', { name: /^Send 7\.25/ }).click();
    await heading(paying, 'We don’t know yet if this went through');

    const leaving = await context.newPage();
    await leaving.goto(`${origin}/wallet`);
    await inWallet(leaving);
    await signOut(leaving);
    const question = leaving.getByRole('alertdialog', { name: 'A transaction is in progress' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Log out anyway' }).click();
    await leaving.waitForURL('**/auth/login');
    await paying.waitForURL('**/auth/login');

    await paying.unroute('**/api/web-app/operations/*');
    await paying.unroute('**/api/web-app/transactions/send');
    await signIn(paying, who);
    await inWallet(paying);
    await paying.goto(place);
    await heading(paying, 'Transaction sent');
    const { auth_token } = await sessionIn(paying);
    const answer = await fetch(`${origin}/api/web-app/transactions?kind=send`, {
      headers: { authorization: `Bearer ${auth_token}` },
    });
    const { data } = (await answer.json()) as { data: { amount: string; status: string }[] };
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([['7.25', 'completed']]);
    await expect.poll(() => keptFlows(paying)).toEqual([]);
    await paying.goto(place);
    await expect.poll(() => paying.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('“Stay” that fails says so; one that succeeds ends the question in both', async () => {
    const { context, complaints } = await newPerson(browser);
    const first = await context.newPage();
    await register(first, origin, newcomer());
    await inWallet(first);
    const second = await context.newPage();
    let open = 0;
    let answers: 'ending' | 'none' | 'failing' | 'real' = 'ending';
    const answer = async (route: Route) => {
      const request = route.request();
      if (answers === 'ending') {
        const arrived = await route.fetch();
        return route.fulfill({
          response: arrived,
          headers: { ...arrived.headers(), 'session-ends-in': '110' },
        });
      }
      // Nothing but the press of “Stay” may extend the session.
      const isStay = request.frame().page() === first && request.url().endsWith('/profile');
      if (answers === 'none' || !isStay) return route.abort();
      return answers === 'failing' ? route.fulfill({ status: 503, body: '' }) : route.continue();
    };
    await context.route('**/api/web-app/**', async (route) => {
      open += 1;
      await answer(route).catch(() => undefined);
      open -= 1;
    });
    await context.route('**/rates/stream', (route) => route.abort());
    await second.goto(`${origin}/wallet`);
    await first.reload();
    const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still here?' });
    await question(first).waitFor();
    await question(second).waitFor();
    answers = 'none';
    await expect.poll(() => open).toBe(0);

    const stay = question(first).getByRole('button', { name: 'Stay logged in' });
    answers = 'failing';
    await stay.click();
    await question(first).getByText('We couldn’t extend your session. Please try again.').waitFor();
    await expect.poll(() => question(second).count()).toBe(1);

    answers = 'real';
    await stay.click();
    await question(first).waitFor({ state: 'detached' });
    await question(second).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
