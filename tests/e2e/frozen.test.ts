import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { outside } from '../support/payments.ts';
import { type Newcomer, newcomer, openSession, operator, register } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;

const run = async (...args: string[]) => {
  const { code, printed } = await operator({ origin, dataDir }, ...args);
  expect(code, printed).toBe(0);
};

/** The calls of somebody's own program, in a session of its own. */
async function callsOf(who: Newcomer) {
  const { auth_token } = await openSession(origin, who);
  return async (path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/web-app${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${auth_token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data, code } = await answer.json();
    return { status: answer.status, data, code };
  };
}

describe.skipIf(!existsSync(chromiumPath))('an account that an operator freezes', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('while its owner types a payment: told at the button, refused by the server, nothing typed is lost; unfrozen it is sent once', async () => {
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, who);
    await run('deposit', '--email', who.email, '--token', 'USDT', '--amount', '100');
    const call = await callsOf(who);
    const request = { kind: 'send', token: 'USDT', amount: '7', to: outside };
    const early = await call('/transactions/quotes', request);
    expect(early.status).toBe(201);

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${origin}/transactions?tab=send&token=USDT`);
    const amount = page.getByRole('textbox', { name: 'Amount' });
    const address = page.getByRole('textbox', { name: 'Recipient' });
    const toReview = page.getByRole('button', { name: 'Continue', exact: true });
    const why = page.getByText('Your account is frozen. Contact support to find out why.').first();
    await amount.fill('6');
    await run('freeze', '--email', who.email);
    await why.waitFor({ state: 'attached' });
    await address.fill(outside);
    await toReview.click({ force: true });
    await page.reload();
    await why.waitFor({ state: 'attached' });
    await expect.poll(() => amount.inputValue()).toBe('6');
    await expect.poll(() => address.inputValue()).toBe(outside);
    await toReview.click({ force: true });
    const quoteId = early.data.id;
    const refusals = [
      await call('/transactions/quotes', request),
      await call('/transactions/send', { quote_id: quoteId }),
      await call('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '5' }),
    ];
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(
      refusals.map(() => [403, 'ACCOUNT_BLOCKED']),
    );
    const { data: wallet } = await call('/wallet');
    const usdt = wallet.tokens.find(({ symbol }: { symbol: string }) => symbol === 'USDT');
    expect([usdt.total, usdt.available, usdt.frozen]).toEqual(['100', '0', '100']);
    const second = await context.newPage();
    await second.goto(`${origin}/wallet`);
    await second.getByRole('heading', { name: 'Your account is frozen' }).waitFor();

    // A request that the presses had sent would have been seen long before the other page was drawn.
    expect(asked).not.toContain('/api/web-app/transactions/quotes');

    await run('unfreeze', '--email', who.email);
    await why.waitFor({ state: 'detached' });
    await toReview.click();
    await page.getByRole('button', { name: /^Withdraw \d/ }).dblclick();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    const { data: sent } = await call('/transactions?kind=withdraw');
    expect(sent.map((line: { amount: string }) => line.amount)).toEqual(['6']);
    await second.getByRole('heading', { name: 'Your account is frozen' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
