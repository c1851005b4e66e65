import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { openMailbox } from '../support/mailbox.ts';
import { newcomer, openSession, operator, register, signIn } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

let browser: Browser;
let served: ServedBuild;

describe.skipIf(!existsSync(chromiumPath))('an email about a login that was somebody else', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    served = await serveBuild();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('leads to a freeze by one press, which the person and support lift together', async () => {
    const { origin } = served;
    const who = newcomer();
    const own = await newPerson(browser);
    const foreign = await newPerson(browser);
    const mail = await newPerson(browser);
    const page = await own.context.newPage();
    await register(page, origin, who);
    const theirs = await foreign.context.newPage();
    await theirs.goto(`${origin}/auth/login`);
    await signIn(theirs, who);
    await theirs.waitForURL('**/wallet');

    const link = await mail.context.newPage();
    const email = await openMailbox(link, served, who.email, '/not-me#token=');
    const href = String(await email.getByRole('link').getAttribute('href'));
    expect(new URL(href).origin).toBe(origin);
    // A scanner of emails opens it, and does no harm.
    expect((await fetch(href)).status).toBe(200);
    await email.getByRole('link').click();
    await link.getByRole('heading', { name: 'Wasn’t it you?' }).waitFor();
    await link.reload();
    await link.getByRole('heading', { name: 'Wasn’t it you?' }).waitFor();
    await theirs.reload();
    await theirs.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => new URL(theirs.url()).pathname).toBe('/wallet');

    await link.getByRole('button', { name: 'This wasn’t me' }).click();
    await link.getByRole('heading', { name: 'Your account is frozen' }).waitFor();
    await link.getByText(/ticket \d+/).waitFor();
    await theirs.waitForURL('**/auth/login');
    await page.waitForURL('**/auth/login');

    await signIn(page, who);
    await page.waitForURL('**/wallet');
    await page.getByText('You told us that something in your account wasn’t you.').first().waitFor();
    await page.getByRole('link', { name: 'Unfreeze account' }).click();
    await page.getByRole('textbox', { name: 'Current password' }).fill('Wrong7horse');
    await page.getByRole('button', { name: 'Confirm it’s me' }).click();
    await page.getByText('Wrong password').first().waitFor();
    await page.getByRole('textbox', { name: 'Current password' }).fill(who.password);
    await page.getByRole('button', { name: 'Confirm it’s me' }).click();
    await page.getByText('Confirmed:').waitFor();
    const agreed = await operator(served, 'unfreeze', '--email', who.email);
    expect(agreed.code, agreed.printed).toBe(0);
    // The page looks again every 20 seconds.
    await page.getByRole('heading', { name: 'Your account isn’t frozen' }).waitFor({ timeout: 60_000 });

    // The same link again freezes nothing.
    const again = await mail.context.newPage();
    await again.goto(href);
    await again.getByRole('button', { name: 'This wasn’t me' }).click();
    await again.getByRole('heading', { name: 'This link was used before' }).waitFor();
    const { user = '' } = await openSession(origin, who);
    expect(JSON.parse(user)).toMatchObject({ status: 'active' });
    expect([...own.complaints, ...foreign.complaints, ...mail.complaints]).toEqual([]);
    for (const each of [own, foreign, mail]) await each.context.close();
  }, 180_000);
});
