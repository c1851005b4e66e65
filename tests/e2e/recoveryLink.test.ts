import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPglite } from '../../server/database/pglite.ts';
import { demoSignIn } from '../../server/demo/seed.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { submitDemoDocuments } from '../support/demoDocuments.ts';
import { openMailbox } from '../support/mailbox.ts';
import { operator, signIn } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { servedConsole } from '../support/servedConsole.ts';

const email = 'alma.other@example.com';
const password = 'Harbour-2026-new';

/** Ends the waiting time of the recovery that goes on, and of its emails, in a stopped server's database. */
async function endWait(dataDir: string): Promise<void> {
  const database = await openPglite({ dataDir });
  const before = new Date(Date.now() - 60_000);
  await database.query('UPDATE recoveries SET begun_at = $1, ready_at = $1', [before]);
  await database.query(
    "UPDATE notice_emails SET created_at = $1, next_try_at = $1 WHERE occasion LIKE 'recovery%'",
    [before],
  );
  await database.close();
}

describe.skipIf(!existsSync(chromiumPath))('the link of a recovery', () => {
  let served: ServedBuild;
  let browser: Browser;

  beforeAll(async () => {
    served = await serveBuild();
    browser = await launchChromium();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('sets a password after the wait, which logs in in place of the old one, once', async () => {
    const { ask } = await servedConsole(served);
    await submitDemoDocuments(served.origin);
    const [waiting] = (await ask('GET', '/kyc?status=pending')).data as unknown as { id: string }[];
    const approved = await operator(served, 'kyc', 'approve', String(waiting?.id));
    expect(approved.code, approved.printed).toBe(0);
    const begun = await operator(
      served,
      ...['account', 'recover', '--account', demoSignIn.email],
      ...['--reason', 'A call, and documents.', '--new-email', email],
    );
    expect(begun.code, begun.printed).toBe(0);
    const search = `/accounts?q=${encodeURIComponent(demoSignIn.email)}`;
    const status = async () =>
      ((await ask('GET', search)).data as unknown as { recovery: { status: string } }[])[0]?.recovery.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('waiting');
    await served.stop();
    await endWait(served.dataDir);
    served = await serveBuild({ dataDir: served.dataDir, port: served.port });

    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    const message = await openMailbox(page, served, email, 'Set a new password');
    const link = await message.locator('a[href*="/recover#"]').getAttribute('href');
    await page.goto(String(link));
    await page.getByLabel(/^New password/).fill(password);
    await page.getByLabel(/^(Confirm|Repeat)/).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();

    await page.goto(`${served.origin}/auth/login`);
    await signIn(page, { email, password });
    await page.waitForURL('**/wallet');

    const other = await newPerson(browser);
    const again = await other.context.newPage();
    await again.goto(String(link));
    await again.getByLabel(/^New password/).fill(password);
    await again.getByLabel(/^(Confirm|Repeat)/).fill(password);
    await again.getByRole('button', { name: 'Set password' }).click();
    await again.getByRole('heading', { name: 'This link doesn’t work anymore' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await other.context.close();
  }, 240_000);
});
