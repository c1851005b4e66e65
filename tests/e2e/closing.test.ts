import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { newcomer, operator, register, signIn } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

let browser: Browser;
let served: ServedBuild;

describe.skipIf(!existsSync(chromiumPath))('the closing of an account', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    served = await serveBuild();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('what is in the way is told, an empty account is closed in all tabs, and its email is free', async () => {
    const { origin } = served;
    const who = newcomer();
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, who);
    const other = await context.newPage();
    await other.goto(`${origin}/wallet`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    const account = ['--email', who.email];
    const frozen = await operator(served, 'freeze', ...account);
    expect(frozen.code, frozen.printed).toBe(0);

    await page.goto(`${origin}/profile`);
    await page.getByRole('button', { name: 'Close account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Your account is frozen.').waitFor();
    const freed = await operator(served, 'unfreeze', ...account);
    expect(freed.code, freed.printed).toBe(0);
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await dialog.getByText('The law requires us to keep').waitFor();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('Wrong7horse');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await dialog.getByText('Wrong password').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(who.password);
    await dialog.getByRole('button', { name: 'Close account' }).click();

    await page.waitForURL('**/auth/login');
    const told = page.getByText('Your account is closed and you’re logged out.');
    await told.waitFor();
    await page.reload();
    await told.waitFor();
    await other.waitForURL('**/auth/login');
    await signIn(page, who);
    await page.getByText('Invalid email or password.').first().waitFor();
    await register(page, origin, who);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(complaints.filter((each) => !each.includes('401'))).toEqual([]);
    await context.close();
  });
});
