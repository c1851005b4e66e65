import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { visitor } from '../../server/demo/chain/accounts.ts';
import { findAnvil } from '../../server/demo/chain/anvil.ts';
import { installChainWallet } from '../support/chainWallet.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { newcomer, register } from '../support/person.ts';

const origin = inject('origin');
let browser: Browser;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const amountField = (page: Page) => page.getByRole('textbox', { name: /^Amount/ });

/** The person's deposits, as the server tells them. */
async function deposits(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const answer = await fetch(`${origin}/api/web-app/transactions?kind=deposit`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { amount: string; status: string; tx_hash: string }[] };
  return data;
}

describe.skipIf(!existsSync(chromiumPath) || findAnvil() === null)('a deposit from a browser wallet', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('arrives, is credited once, and can be exchanged; the page is reloaded on the way', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    const wallet = await installChainWallet(page, visitor);
    const sends = () => wallet.asked.filter(({ method }) => method === 'eth_sendTransaction');
    await register(page, origin, newcomer());
    await page.goto(`${origin}/transactions?tab=receive&token=USDT`);
    await page.getByRole('link', { name: 'Use browser wallet' }).click();
    await heading(page, 'Deposit from a browser wallet');
    await page.getByText(/^Wallet balance: [\d,.]+ USDT/).waitFor();
    expect(wallet.asked.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toMatchObject([
      { chainId: '0x539', chainName: 'Zesto Demo', nativeCurrency: { symbol: 'ETH', decimals: 18 } },
    ]);

    await page.getByRole('button', { name: 'Add USDT to wallet' }).click();
    await page.getByText('USDT is now on the list in your wallet.').waitFor();

    await amountField(page).fill('1,5.0');
    await page
      .getByText('This amount can be read in different ways. Write it like 1234.56.')
      .first()
      .waitFor();
    await amountField(page).fill('25');
    wallet.next = 4001;
    await page.getByRole('button', { name: 'Deposit 25 USDT' }).click();
    await page.getByText('You declined the transaction').waitFor();

    wallet.next = 'hold';
    await page.getByRole('button', { name: 'Deposit 25 USDT' }).click();
    await heading(page, 'Confirm in Real Wallet');
    await expect.poll(() => sends().length).toBe(2);
    await page.reload();
    await heading(page, 'Your wallet may have sent this');
    expect(sends()).toHaveLength(2);
    await page.getByRole('button', { name: 'It wasn’t sent' }).click();
    await expect.poll(() => amountField(page).inputValue()).toBe('25');

    await page.getByRole('button', { name: 'Deposit 25 USDT' }).click();
    await heading(page, 'Sent from your wallet');
    await page.reload();
    await page.getByRole('heading', { name: 'Deposit credited' }).waitFor({ timeout: 60_000 });
    await expect.poll(() => deposits(page)).toMatchObject([{ amount: '25', status: 'completed' }]);
    expect(sends()).toHaveLength(3);

    await page.getByRole('link', { name: 'Exchange USDT' }).click();
    await page.getByRole('textbox', { name: 'You pay' }).fill('25');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /^Exchange \d/ }).click();
    await page.getByText('Exchange completed successfully').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
