import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webAppBase } from '../../contract/call.ts';
import { chromiumPath, launchChromium, newPerson, pressInDialog } from '../support/chromium.ts';
import { outside } from '../support/payments.ts';
import { demoSession } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { type NamedOperator, type ServedConsole, servedConsole } from '../support/servedConsole.ts';

describe.skipIf(!existsSync(chromiumPath))('the operators’ console', () => {
  let served: ServedBuild;
  let browser: Browser;
  let console: ServedConsole;
  let clara: NamedOperator;
  let anna: NamedOperator;
  let boris: NamedOperator;
  /** Of anna, who is logged in. */
  let first: Awaited<ReturnType<typeof newPerson>>;
  let hers: Page;

  /** A withdrawal of the demo's person that waits for a decision. */
  async function withdraw(stored: Record<string, string>, amount: string): Promise<string> {
    const send = async (path: string, body: unknown, key?: string) => {
      const answer = await fetch(`${served.origin}${webAppBase}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stored.auth_token}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return String((JSON.parse(text) as { data: { id: string } }).data.id);
    };
    const asked = { kind: 'withdraw', token: 'USDT', amount, to: outside };
    const quote_id = await send('/transactions/quotes', asked);
    return send('/transactions/withdraw', { quote_id }, randomUUID());
  }

  beforeAll(async () => {
    // Small, so that the demo's person has enough to be above it.
    served = await serveBuild({ settings: { FOUR_EYES_LIMIT: '50' } });
    browser = await launchChromium();
    console = await servedConsole(served);
    // Before there are two who may approve, who then have to.
    clara = await console.addOperator('clara', 'support');
    anna = await console.addOperator('anna', 'treasury');
    boris = await console.addOperator('boris', 'treasury');
    first = await newPerson(browser);
    hers = await first.context.newPage();
    await console.logIn(hers, anna);
    // What the pointer lies over is not changed.
    await hers.mouse.move(0, 0);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('what another operator decides is shown without Refresh, and nothing moves under the pointer', async () => {
    const stored = await demoSession(served.origin);
    const upper = await withdraw(stored, '7.31');
    const middle = await withdraw(stored, '7.32');
    await withdraw(stored, '7.33');
    const reject = async (id: string) => {
      const decision = { id, reason: 'other', note: 'A rehearsal.' };
      expect((await console.ask('POST', '/withdrawals/reject', decision)).status).toBe(200);
    };
    const lines = hers.getByRole('list', { name: 'Withdrawals' }).getByRole('button');
    const line = (amount: string) => lines.filter({ hasText: amount });
    await line('7.31').waitFor();

    await reject(upper);
    await line('7.31').waitFor({ state: 'detached' });

    await line('7.33').hover();
    const places = () =>
      lines.evaluateAll((all) => all.map((each) => [each.textContent, each.getBoundingClientRect().y]));
    const before = await places();
    await reject(middle);
    const changed = hers.getByText('The list has changed. Refresh to see it.');
    await changed.waitFor();
    expect(await places()).toEqual(before);
    await hers.mouse.move(0, 0);
    await line('7.32').waitFor({ state: 'detached' });
    await changed.waitFor({ state: 'detached' });
    await line('7.33').waitFor();
    expect(first.complaints).toEqual([]);
  }, 180_000);

  test('on a phone the header is one row; its button opens the areas, the switches and “Log out”, and an area closes it', async () => {
    await hers.setViewportSize({ width: 390, height: 844 });
    const header = hers.getByRole('banner');
    const height = () => header.evaluate((each) => each.getBoundingClientRect().height);
    const targets = header.locator('a:visible, button:visible, label:visible');
    const toggle = header.locator('button[aria-expanded]');
    const visits = [
      { open: 'Open navigation', logOut: 'Log out', area: 'Treasury', language: 'Русский' },
      { open: 'Открыть меню', logOut: 'Выйти', area: 'Выводы', language: 'English' },
    ];
    for (const { open, logOut, area, language } of visits) {
      await header.getByRole('button', { name: open }).waitFor();
      await expect.poll(height).toBeLessThanOrEqual(64);
      await expect.poll(() => targets.count()).toBe(1);
      await toggle.click();
      await header.getByRole('button', { name: logOut }).waitFor();
      const sizes = await targets.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      // The button, two languages, three themes, “Log out”, and the areas of a treasurer.
      expect(sizes.length).toBeGreaterThan(10);
      for (const size of sizes) expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
      expect(await hers.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await header.getByRole('link', { name: area }).click();
      await hers.getByRole('heading', { name: area, level: 1 }).waitFor();
      await expect.poll(() => toggle.evaluate((each) => each === document.activeElement)).toBe(true);
      await expect.poll(() => targets.count()).toBe(1);
      await toggle.click();
      await header.getByText(language, { exact: true }).click();
      await header.getByRole('button', { name: open }).waitFor({ state: 'detached' });
      await toggle.click();
    }
    await hers.setViewportSize({ width: 1440, height: 900 });
    await hers.mouse.move(0, 0);
    expect(first.complaints).toEqual([]);
  }, 60_000);

  test('one operator proposes a withdrawal above the limit, another approves it and proposes a far price', async () => {
    const stored = await demoSession(served.origin);
    const id = await withdraw(stored, '60');
    const second = await newPerson(browser);
    const his = await second.context.newPage();

    const row = hers.getByRole('list', { name: 'Withdrawals' }).getByRole('button', { name: /60\.00/ });
    await row.focus();
    await hers.keyboard.press('Enter');
    await hers.getByRole('button', { name: 'Approve', exact: true }).click();
    await hers.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
    await hers.getByRole('button', { name: 'Undo' }).waitFor();
    // Not before the time to undo it is over.
    expect((await console.ask('GET', `/withdrawals/${id}`)).data.proposal).toBeNull();
    await hers.getByText('It waits for another operator').waitFor({ timeout: 30_000 });
    await pressInDialog(hers, 'Escape');
    await hers.getByRole('link', { name: 'Proposals' }).click();
    await hers.getByRole('button', { name: /POST \/withdrawals\/approve/ }).click();
    const approve = hers.getByRole('button', { name: 'Approve', exact: true });
    await approve.waitFor();
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true');
    await hers.getByText('You proposed this, so another operator has to approve it.').first().waitFor();

    await console.logIn(his, boris);
    await his.getByText('Proposed by anna').first().waitFor();
    await his.getByRole('link', { name: 'Proposals' }).click();
    await his.getByRole('button', { name: /POST \/withdrawals\/approve/ }).click();
    await his.getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
    await his.getByText('Approved and carried out.').waitFor({ timeout: 30_000 });
    expect(['processing', 'completed']).toContain(
      (await console.ask('GET', `/withdrawals/${id}`)).data.status,
    );

    await pressInDialog(his, 'Escape');
    await his.getByRole('link', { name: 'Prices' }).click();
    await his.getByRole('button', { name: /STO\/USDT/ }).click();
    await his.getByRole('button', { name: 'Set price' }).click();
    await his.getByLabel('New price in USDT').fill('900');
    await his.getByRole('button', { name: 'Set price' }).click();
    await his.getByText('Check the price and confirm it.').waitFor();
    await his.getByText(/I’ve checked this/).click();
    await his.getByRole('button', { name: 'Set price' }).click();
    await his.getByText('It waits for another operator').waitFor({ timeout: 30_000 });
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.context.close();
    await second.context.close();
  }, 180_000);

  test('an article is written, looked at as its readers see it, and published', async () => {
    const writer = await newPerson(browser);
    const hers = await writer.context.newPage();
    await console.logIn(hers, clara, 'Tickets');
    await hers.getByRole('link', { name: 'News' }).click();
    await hers.getByRole('button', { name: 'New article' }).click();
    await hers.getByRole('button', { name: 'Write in English' }).click();
    await hers.getByLabel('Title').fill('A "quiet" week: #1');
    await hers.getByLabel('Name in the address').fill('a-quiet-week');
    await hers.getByLabel('Summary').fill('Nothing broke.');
    await hers.getByLabel('Text').fill('## Really\n\n**nothing**');
    await hers.getByRole('button', { name: 'Preview' }).click();
    await hers.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Really' }).waitFor();
    expect((await console.ask('GET', '/news/a-quiet-week')).status).toBe(404);
    await hers.getByRole('button', { name: 'Publish' }).click();
    await hers.getByText('Published.').waitFor({ timeout: 30_000 });
    expect((await console.ask('GET', '/news/a-quiet-week')).data).toMatchObject({
      texts: [{ language: 'en', title: 'A "quiet" week: #1', source: '## Really\n\n**nothing**' }],
    });
    expect(writer.complaints).toEqual([]);
    await writer.context.close();
  }, 180_000);

  test('has nothing to ride on, cannot be framed, and is not on the public address', async () => {
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    expect((await fetch(`${served.origin}/console.html`)).status).toBe(404);
    await page.goto(`${served.operatorOrigin}/`);
    await page.getByRole('heading', { name: 'Operator login' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await page.route('http://other.example/', (call) =>
      call.fulfill({ contentType: 'text/html', body: `<iframe src="${served.operatorOrigin}/"></iframe>` }),
    );
    await page.goto('http://other.example/');
    const [, frame] = page.frames();
    await expect.poll(() => frame?.evaluate(() => document.body.textContent)).not.toContain('Operator login');
    expect(frame?.url()).not.toContain(served.operatorOrigin);
    await context.close();
  });
});
