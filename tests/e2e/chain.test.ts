import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { outside } from '../support/payments.ts';
import { demoSession, operator } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;
let stored: Record<string, string>;

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface Receipt {
  readonly status: string;
  readonly to: string;
  readonly logs: readonly Log[];
}

/** What any program does that knows the address of a node and a transaction's hash. */
async function receiptOf(node: string, hash: string): Promise<Receipt | null> {
  const answer = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }),
  });
  const { result } = (await answer.json()) as { result: Receipt | null };
  return result;
}

/** keccak256("Transfer(address,address,uint256)"), as every ERC-20 token emits it. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The transfers that a receipt tells of: an address is the last 20 bytes of its topic, the amount is the data. */
const transfersIn = ({ logs }: Receipt) =>
  logs
    .filter(({ topics }) => topics[0] === transfer)
    .map(({ address, topics, data }) => ({
      contract: address,
      to: `0x${topics[2]?.slice(-40)}`,
      amount: BigInt(data),
    }));

describe.skipIf(!existsSync(chromiumPath))('what the app says happened on the chain', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  async function call<Data>(path: string, body?: unknown): Promise<Data> {
    const answer = await fetch(`${origin}/api/web-app${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${stored.auth_token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: Data };
    return data;
  }

  test('a withdrawal is on the chain, for a client that is not ours, as the app shows it', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(`${origin}/transactions?tab=withdraw&token=USDT`);
    await page.getByRole('textbox', { name: 'Amount' }).fill('6.21');
    await page.getByRole('textbox', { name: 'Recipient' }).fill(outside);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /^Withdraw \d/ }).click();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await page.getByRole('link', { name: 'View in History' }).click();
    await page.getByText('Now: Pending').waitFor();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const { code, printed } = await operator({ origin, dataDir }, 'withdrawals', 'approve', id);
    expect(code, printed).toBe(0);
    await page.getByText('Done: Completed').waitFor();

    const shown = page.getByText(/^0x[\da-f\s]{64,}$/).last();
    const hash = ((await shown.textContent()) ?? '').replaceAll(/\s/g, '');
    expect(hash).toMatch(/^0x[\da-f]{64}$/);
    const { chain } = await call<{ chain: { rpc_url: string; contract: string } }>('/wallet/addresses', {
      token: 'USDT',
    });
    const receipt = await receiptOf(chain.rpc_url, hash);
    if (!receipt) throw new Error(`the chain knows nothing of ${hash}`);
    const contract = chain.contract.toLowerCase();
    expect(receipt).toMatchObject({ status: '0x1', to: contract });
    expect(transfersIn(receipt)).toEqual([{ contract, to: outside.toLowerCase(), amount: 6_210_000n }]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
