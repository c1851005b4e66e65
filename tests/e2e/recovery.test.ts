import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoSignIn } from '../../server/demo/seed.ts';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { submitDemoDocuments } from '../support/demoDocuments.ts';
import { openMailbox } from '../support/mailbox.ts';
import { operator } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { type NamedOperator, type ServedConsole, servedConsole } from '../support/servedConsole.ts';

const verified = 'alma.other@example.com';

describe.skipIf(!existsSync(chromiumPath))('the recovery of an account by operators', () => {
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
    await submitDemoDocuments(served.origin);
    const { data } = await console.ask('GET', '/kyc?status=pending');
    const [waiting] = data as unknown as { id: string }[];
    const approved = await operator(served, 'kyc', 'approve', String(waiting?.id));
    expect(approved.code, approved.printed).toBe(0);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('is proposed by one and approved by another, told at once, and stopped by a press in the email', async () => {
    const [first, second, mail] = [
      await newPerson(browser),
      await newPerson(browser),
      await newPerson(browser),
    ];
    const hers = await first.context.newPage();
    await console.logIn(hers, anna);
    await hers.getByRole('link', { name: 'Freezes' }).click();
    await hers.getByLabel('Email, username or account ID').fill(demoSignIn.email);
    await hers.keyboard.press('Enter');
    const row = hers.getByRole('button', { name: new RegExp(demoSignIn.email) });
    await row.click();
    await hers.getByRole('button', { name: 'Propose recovery' }).click();
    const decision = hers.getByRole('alert');
    await decision
      .getByRole('textbox', { name: 'How the person was identified' })
      .fill('A call, and documents.');
    // The demo's address was never confirmed: the operators have verified another one.
    await decision.getByRole('textbox', { name: /Another email address/ }).fill(verified);
    await decision.getByRole('button', { name: 'Propose recovery' }).click();
    await hers.getByText('It waits for another operator').waitFor({ timeout: 30_000 });

    const his = await second.context.newPage();
    await console.logIn(his, boris);
    await his.getByRole('link', { name: 'Proposals' }).click();
    await his.getByRole('button', { name: /POST \/recoveries/ }).click();
    await his.getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByText('Approved and carried out.').waitFor({ timeout: 30_000 });

    const inbox = await mail.context.newPage();
    const email = await openMailbox(inbox, served, verified, 'Account recovery requested');
    await email.getByRole('link').click();
    await inbox.getByRole('button', { name: 'This wasn’t me' }).click();
    await inbox.getByRole('heading', { name: 'Your account is frozen' }).waitFor();

    const { data } = await console.ask('GET', `/accounts?q=${encodeURIComponent(demoSignIn.email)}`);
    expect(data).toMatchObject([{ status: 'frozen', recovery: { status: 'not_me' } }]);
    expect([...first.complaints, ...second.complaints, ...mail.complaints]).toEqual([]);
    for (const each of [first, second, mail]) await each.context.close();
  }, 180_000);
});
