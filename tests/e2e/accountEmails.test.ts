import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { demoSignIn } from '../../server/demo/seed.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { operator, signIn } from '../support/person.ts';
import { pdf } from '../support/uploads.ts';

const origin = inject('origin');
const dataDir = inject('dataDir');
let browser: Browser;

async function publish(slug: string, title = 'Something before') {
  const file = join(await mkdtemp(join(tmpdir(), 'zesto-news-')), `${slug}.md`);
  await writeFile(
    file,
    `---\ntitle: ${title}\nsummary: It appears.\nslug: ${slug}\ncategory: product\n---\nHere.`,
  );
  expect((await operator({ origin, dataDir }, 'news', 'publish', file, '--lang', 'en')).code).toBe(0);
}

describe.skipIf(!existsSync(chromiumPath))('the demo’s person writes to support', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('a ticket with a file is sent and found, news are read, the bell leads to what happened', async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/auth/login`);
    await signIn(page, demoSignIn);
    await page.waitForURL('**/wallet');

    await page.goto(`${origin}/support?ticket=new`);
    await page.getByLabel('Subject').fill('A question from Chromium');
    await page.getByLabel('Message').fill('Is this on?');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'bill.pdf',
      mimeType: 'application/pdf',
      buffer: pdf,
    });
    await page.getByText('· uploaded').waitFor();
    await page.reload();
    await page.getByText('· uploaded').waitFor();
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Is this on?');
    await page.getByRole('button', { name: /Category/ }).click();
    await page.getByRole('option', { name: 'General' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/support\?ticket=[\da-f-]{36}$/);
    await page.getByRole('list', { name: 'Conversation' }).getByText('bill.pdf').waitFor();

    const said = await page.getByText(/Ticket \d+ ·/).textContent();
    const [, number = ''] = /Ticket (\d+)/.exec(said ?? '') ?? [];
    const answer = ['tickets', 'answer', number, '--text', 'It is on, and heard.'];
    expect((await operator({ origin, dataDir }, ...answer)).code).toBe(0);
    await page.getByText('It is on, and heard.').waitFor();
    await page.getByRole('link', { name: 'All tickets' }).click();
    await page.getByRole('link', { name: 'A question from Chromium' }).waitFor();

    await publish('before');
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Notifications' });
    await sheet
      .getByRole('link', { name: /News: / })
      .first()
      .click();
    await page.waitForURL('**/news/*');
    await page.waitForFunction(() => / · News · /.test(document.title));
    await page.getByRole('link', { name: 'All news' }).click();
    await page.getByRole('list', { name: 'News' }).waitFor();
    await publish('just-now', 'Only just now');
    await page.getByRole('link', { name: 'Only just now' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
