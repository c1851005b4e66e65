import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { newcomer, operator, register } from '../support/person.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

let served: ServedBuild;
let browser: Browser;

describe.skipIf(!existsSync(chromiumPath))('two people who have accounts here', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    served = await serveBuild();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test('one is found by the whole username, once they allow it, and is paid', async () => {
    const [payer, friend] = [newcomer(), { ...newcomer(), first_name: 'Kira', last_name: 'Olsson' }];
    const theirs = await newPerson(browser);
    const friendPage = await theirs.context.newPage();
    await register(friendPage, served.origin, friend);
    const mine = await newPerson(browser);
    const page = await mine.context.newPage();
    await register(page, served.origin, payer);
    const deposit = await operator(
      served,
      ...['deposit', '--email', payer.email, '--token', 'USDT', '--amount', '50'],
    );
    expect(deposit.code, deposit.printed).toBe(0);

    await page.goto(`${served.origin}/transactions?tab=send&token=USDT`);
    const to = page.getByRole('textbox', { name: 'Recipient' });
    await to.fill(`@${friend.username.toUpperCase()}`);
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.5');
    const goOn = page.getByRole('button', { name: 'Continue', exact: true });
    await goOn.click();
    await page.getByText('We can’t find anyone who can receive this way.').first().waitFor();
    await expect.poll(() => to.inputValue()).toBe(`@${friend.username.toUpperCase()}`);

    await friendPage.goto(`${served.origin}/profile`);
    const allowing = friendPage.getByRole('checkbox', { name: /Let people send to me/ });
    await allowing.waitFor({ state: 'attached' });
    await allowing.check({ force: true });
    await friendPage.getByText('Profile saved').first().waitFor();
    await friendPage.reload();
    await expect.poll(() => allowing.isChecked()).toBe(true);

    await goOn.click();
    await page.getByText(/Kira O\., found by/).waitFor();
    await page.getByRole('button', { name: /^Send 12\.5/ }).click();
    await page
      .getByRole('heading', { name: /Sent|sent/ })
      .first()
      .waitFor();
    await friendPage.goto(`${served.origin}/transactions/history`);
    await friendPage.getByText('+12.5').first().waitFor();
    expect(mine.complaints).toEqual([]);
    expect(theirs.complaints).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });
});
