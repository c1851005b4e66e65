import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webAppBase } from '../../contract/call.ts';
import { demoSignIn } from '../../server/demo/seed.ts';
import { chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { submitDemoDocuments } from '../support/demoDocuments.ts';
import { newcomer, openSession } from '../support/person.ts';
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

  test('documents are looked at and approved, a freeze is lifted by two operators, and so is what a closed account holds refunded', async () => {
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
    // The facts of the two columns are level, and the first button's picture stands under the document's name.
    const facts = await hers
      .locator('main dl')
      .evaluateAll((all) =>
        all.map((list) => [...list.children].map((row) => row.getBoundingClientRect().y)),
      );
    expect(facts).toHaveLength(2);
    expect(facts[0]).toEqual(facts[1]);
    const lefts = await hers
      .locator('figure:has(img)')
      .evaluateAll((all) =>
        all.map((figure) =>
          ['figcaption', 'svg'].map((part) => figure.querySelector(part)?.getBoundingClientRect().x),
        ),
      );
    expect(lefts).toHaveLength(2);
    for (const [name, picture] of lefts) expect(picture).toBe(name);
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
    await back.waitFor();
    const [label, text] = await hers
      .locator('main form')
      .evaluate((form) =>
        ['label', 'button:not([type=submit]) span'].map(
          (part) => form.querySelector(part)?.getBoundingClientRect().x,
        ),
      );
    // The button has a border of its own.
    expect(Math.abs(Number(text) - Number(label))).toBeLessThanOrEqual(1);
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

    await pressInDialog(hers, 'Escape');
    await pressInDialog(his, 'Escape');
    const { id, address } = await closedAccount(served, console);
    const deposit = { id: randomUUID(), to: address, token: 'USDT', amount: '70' };
    expect((await console.ask('POST', '/network/deposits', deposit)).status).toBe(201);
    await expect
      .poll(async () => JSON.stringify((await console.ask('GET', '/attention')).data), { timeout: 60_000 })
      .toContain(id);
    await hers.getByLabel('Email, username or account ID').fill(id);
    await hers.keyboard.press('Enter');
    const found = hers.getByRole('list', { name: 'Freezes' }).getByRole('button', { name: /Closed/ });
    await found.focus();
    await hers.keyboard.press('Enter');
    await hers.getByRole('button', { name: 'Propose refund' }).press('Enter');
    await hers.getByLabel('Token', { exact: true }).fill('usdt');
    await hers.getByLabel('Address', { exact: true }).fill(outside);
    await hers.getByLabel('How the person was identified').fill('A call, and documents.');
    await hers.getByRole('alert').getByRole('button', { name: 'Propose refund' }).press('Enter');
    await hers.getByText('It waits for another operator').waitFor({ timeout: 30_000 });

    await his.getByRole('button', { name: 'Refresh' }).click();
    await his.getByRole('button', { name: /POST \/accounts\/refund/ }).click();
    await his.getByText(outside, { exact: true }).waitFor();
    await his.getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByText('Approved and carried out.').waitFor({ timeout: 30_000 });
    const waiting = (await console.ask('GET', '/withdrawals')).data as unknown as { to: string }[];
    expect(waiting.filter(({ to }) => to === outside)).toMatchObject([{ token: 'USDT', status: 'pending' }]);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.context.close();
    await second.context.close();
  }, 180_000);
});

const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** An account that its person has closed, and its address for deposits. */
async function closedAccount({ origin }: ServedBuild, { ask }: ServedConsole) {
  const who = newcomer();
  const { email, password, first_name, last_name } = who;
  const made = await ask('POST', '/accounts', { email, password, first_name, last_name });
  if (made.status !== 201) throw new Error(JSON.stringify(made.data));
  const { auth_token, user } = await openSession(origin, who);
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${webAppBase}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${auth_token}`, 'content-type': 'application/json', ...headers },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.status === 204 ? null : (await answer.json()).data;
  };
  const { address } = await post('/wallet/addresses', { token: 'USDT' });
  const { proof } = await post('/auth/step-up', { for: { action: 'close' }, method: 'password', password });
  await post('/profile/close', null, { 'step-up': proof });
  return { id: String(JSON.parse(user ?? '').id), address: String(address) };
}
