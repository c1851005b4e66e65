import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { operatorPasswordOfTests } from '../support/operators.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { type NamedOperator, type ServedConsole, servedConsole } from '../support/servedConsole.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';

describe.skipIf(!existsSync(chromiumPath))('logins of operators', () => {
  let served: ServedBuild;
  let browser: Browser;
  let console: ServedConsole;
  let ada: NamedOperator;

  beforeAll(async () => {
    served = await serveBuild();
    browser = await launchChromium();
    console = await servedConsole(served);
    ada = await console.addOperator('ada', 'administrator');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('an administrator invites somebody, who sets up a passkey, logs in by it, and sees what the role may', async () => {
    const [first, second] = [await newPerson(browser), await newPerson(browser)];
    const hers = await first.context.newPage();
    await console.logIn(hers, ada);
    await hers.getByRole('link', { name: 'Operators' }).click();
    await hers.getByRole('button', { name: 'Invite an operator' }).click();
    const invite = hers.getByRole('dialog');
    await invite.getByLabel('Name').fill('carl');
    await invite.getByRole('button', { name: /Role/ }).click();
    await hers.getByRole('option', { name: 'support' }).click();
    await invite.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = invite.getByText('/#/setup/');
    await link.waitFor();
    const url = (await link.textContent()) ?? '';
    await invite.getByRole('button', { name: 'Close' }).last().click();

    const his = await second.context.newPage();
    await addAuthenticator(his);
    await his.goto(url);
    await his.getByText(/^carl, you’re invited as an operator with the role support/).waitFor();
    await his.getByLabel('New password', { exact: true }).fill(operatorPasswordOfTests);
    await his.getByRole('button', { name: 'Continue' }).click();
    await his.getByRole('button', { name: 'Use a passkey' }).click();
    await his.getByLabel('Passkey name').fill('Laptop');
    await his.getByRole('button', { name: 'Create passkey' }).click();
    await his.getByRole('heading', { name: 'Tickets' }).waitFor();
    const areas = his.getByRole('navigation').getByRole('link');
    const seen = ['Tickets', 'Freezes', 'News', 'My login'];
    await expect.poll(() => areas.allTextContents()).toEqual(seen);

    // The link was good once.
    const late = await second.context.newPage();
    await late.goto(url);
    await late.getByText('This link was already used').waitFor();
    await late.close();

    await his.getByRole('link', { name: 'My login' }).click();
    await his.getByRole('button', { name: 'Rename passkey: Laptop' }).waitFor();
    await his.getByRole('button', { name: 'Log out' }).click();
    await his.getByRole('button', { name: 'Use a passkey' }).click();
    await his.getByRole('button', { name: 'Rename passkey: Laptop' }).waitFor();
    await expect.poll(() => areas.allTextContents()).toEqual(seen);
    // An app beside it, with the passkey as the proof.
    await his.getByRole('button', { name: 'Set up', exact: true }).click();
    const dialog = his.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Scan this code with your authenticator app').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // A reset ends the session and the passkey.
    await hers.getByRole('button', { name: 'Refresh' }).click();
    await hers.getByRole('button', { name: /carl.*Active/ }).click();
    await invite.getByRole('button', { name: 'Reset login' }).click();
    await invite.getByRole('button', { name: 'Reset login' }).click();
    await invite.getByText('/#/setup/').waitFor();
    await his.reload();
    await his.getByRole('button', { name: 'Use a passkey' }).click();
    await his.getByText('This passkey isn’t linked to your account.').waitFor();
    expect(first.complaints).toEqual([]);
    expect(second.complaints.filter((each) => !each.includes('401'))).toEqual([]);
    await first.context.close();
    await second.context.close();
  });
});
