import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { latch } from '../support/latch.ts';
import { newcomer, operator, register, sessionIn } from '../support/person.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;

describe.skipIf(!existsSync(chromiumPath))('what changes while it is being read', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('support’s answer is shown although the ticket was read before it was given', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    let inboxReads = 0;
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('/notifications')) inboxReads += 1;
    });
    await register(page, origin, newcomer());
    const { auth_token } = await sessionIn(page);
    const opened = await fetch(`${origin}/api/web-app/support/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${auth_token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        subject: 'Where is it?',
        category: 'general',
        priority: 'low',
        message: 'I wait.',
      }),
    });
    const { data } = (await opened.json()) as { data: { id: string; number: number } };
    await page.goto(`${origin}/support`);
    const ticket = page.getByRole('link', { name: 'Where is it?' });
    await ticket.waitFor();
    await expect.poll(() => inboxReads).toBeGreaterThan(0);

    const [read, answered] = [latch(), latch()];
    await page.route(
      `**/api/web-app/support/tickets/${data.id}`,
      async (route) => {
        const old = await route.fetch();
        read.open();
        await answered.isOpen;
        await route.fulfill({ response: old });
      },
      { times: 1 },
    );
    await ticket.click();
    await read.isOpen;
    const before = inboxReads;
    const answer = ['tickets', 'answer', String(data.number), '--text', 'We look.'];
    expect((await operator({ origin, dataDir }, ...answer)).code).toBe(0);
    // The page reads its inbox and the ticket again by the same message.
    await expect.poll(() => inboxReads).toBeGreaterThan(before);
    answered.open();
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await conversation.getByText('I wait.').waitFor();
    await conversation.getByText('We look.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
