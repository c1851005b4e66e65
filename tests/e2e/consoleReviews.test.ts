import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoSignIn } from '../../server/demo/seed.ts';
import { chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { submitDemoDocuments } from '../support/demoDocuments.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { type NamedOperator, type ServedConsole, servedConsole } from '../support/servedConsole.ts';

describe.skipIf(!existsSync(chromiumPath))('the console’s reviews', () => {
  let served: ServedBuild;
  let browser: Browser;
  let console: ServedConsole;
  let anna: NamedOperator;
  let boris: NamedOperator;

  beforeAll(async () => {
    served = await serveBuild();
    browser = await launchChromium();
    console = await servedConsole(served);
    anna = await console.addOperator('anna', 'compliance');
    boris = await console.addOperator('boris', 'compliance');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('documents are looked at and approved, and a freeze is lifted by two operators', async () => {
    await submitDemoDocuments(served.origin);
    const first = await newPerson(browser);
    const second = await newPerson(browser);
    const hers = await first.context.newPage();
    const his = await second.context.newPage();
    await console.logIn(hers, anna);

    await hers.getByRole('link', { name: 'Verification' }).click();
    await hers.getByRole('list', { name: 'Identity verification' }).getByRole('button').first().focus();
    await hers.keyboard.press('Enter');
    const pictures = hers.getByRole('img', { name: /as submitted/ });
    await pictures.first().waitFor();
    await expect.poll(() => pictures.count()).toBe(2);
    const drawn = await pictures.evaluateAll((all) =>
      all.map((each) => each instanceof HTMLImageElement && each.naturalWidth > 0),
    );
    expect(drawn).toEqual([true, true]);
    const [bill] = await Promise.all([
      first.context.waitForEvent('page'),
      hers.getByRole('link', { name: /Open.*Utility bill/ }).click(),
    ]);
    // The browser's own viewer, in a tab that knows nothing of the console.
    await expect.poll(() => bill.evaluate(() => document.contentType)).toBe('application/pdf');
    await expect.poll(() => bill.url()).toMatch(/^blob:/);
    await expect.poll(() => bill.evaluate(() => window.opener)).toBeNull();
    await bill.close();
    await hers.getByRole('button', { name: 'Approve', exact: true }).click();
    await hers.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
    await hers.getByText('Approved. The person has been told.').waitFor({ timeout: 30_000 });
    expect((await console.ask('GET', '/kyc?status=approved')).data).toMatchObject([{ decided_by: 'anna' }]);

    await hers.getByRole('link', { name: 'Freezes' }).click();
    await hers.getByLabel('Email, username or account ID').fill(demoSignIn.email);
    await hers.keyboard.press('Enter');
    const row = hers.getByRole('button', { name: new RegExp(demoSignIn.email) });
    await row.click();
    await hers.getByRole('button', { name: 'Freeze', exact: true }).click();
    await hers.getByRole('button', { name: /Choose a reason/ }).click();
    await hers.getByRole('option', { name: 'Legal requirements' }).click();
    await hers.getByRole('alert').getByRole('button', { name: 'Freeze', exact: true }).click();
    await hers.getByText('The account is frozen.').waitFor({ timeout: 30_000 });
    await pressInDialog(hers, 'Escape');
    const back = hers.getByRole('button', { name: 'Show frozen accounts' });
    await back.click();
    await back.waitFor({ state: 'detached' });
    // The list of before stands until the other has come.
    await row.filter({ hasText: 'Frozen' }).click();
    await hers.getByRole('button', { name: 'Lift the freeze' }).click();
    await hers.getByRole('alert').getByRole('button', { name: 'Lift the freeze' }).click();
    await hers.getByText('It waits for another operator').waitFor({ timeout: 30_000 });

    await console.logIn(his, boris);
    await his.getByRole('link', { name: 'Proposals' }).click();
    await his.getByRole('button', { name: /POST \/accounts\/unfreeze/ }).click();
    await his.getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByText('Approved and carried out.').waitFor({ timeout: 30_000 });
    expect((await console.ask('GET', '/freezes')).data).toEqual([]);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.context.close();
    await second.context.close();
  }, 180_000);
});
