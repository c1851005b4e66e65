import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import {
  dropOnce,
  endSession,
  field,
  goOn,
  goThrough,
  holds,
  interruptions,
  openPlace,
  type Place,
  press,
  upload,
  visit,
} from '../support/interruptedVisit.ts';
import { fillRegistration, register, signIn } from '../support/person.ts';
import { pdf } from '../support/uploads.ts';

let place: Place;

describe.skipIf(!existsSync(chromiumPath))('a flow goes on where it was', () => {
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place?.close());

  test('a ticket and a reply', { timeout: 480_000 }, async () => {
    const it = await visit(place, '/support?ticket=new');
    await register(it.page, place.server.origin, it.who);
    await goThrough(it, [
      {
        name: 'new ticket',
        reach: async () => {
          await it.page.goto(it.address);
          await press(/Category/)(it);
          await it.page.getByRole('option', { name: 'General' }).click();
          await field(it, 'Subject').fill('Where is it?');
          await field(it, 'Message').fill('I wait.');
          await upload(it, 'bill.pdf', 'application/pdf', pdf);
          await it.page.getByText('· uploaded').waitFor();
        },
        find: async () => {
          await holds(it, 'Subject', 'Where is it?');
          await holds(it, 'Message', 'I wait.');
          await it.page.getByRole('button', { name: /General.*Category|Category.*General/ }).waitFor();
          await it.page.getByText('· uploaded').waitFor();
        },
      },
      {
        name: 'sent without an answer',
        reach: async () => {
          await dropOnce(it.page, '**/api/web-app/support/tickets');
          await press(/^Send$/)(it);
        },
        find: async () => {
          await it.page.getByText('We’re not sure your message was sent').first().waitFor();
          await expect.poll(() => it.page.getByRole('button', { name: /^Send$/ }).count()).toBe(0);
        },
      },
      {
        name: 'ticket',
        reach: async () => {
          await press('Send again')(it);
          await it.page.waitForURL(/\?ticket=[\da-f-]{36}$/);
          it.address = it.page.url();
        },
        find: () => it.page.getByRole('list', { name: 'Conversation' }).getByText('I wait.').waitFor(),
      },
      {
        name: 'reply',
        reach: () => field(it, 'Your message').fill('I still wait.'),
        find: () => holds(it, 'Your message', 'I still wait.'),
      },
      {
        name: 'sent reply',
        reach: () => press(/^Send$/)(it),
        find: () => it.page.getByRole('list', { name: 'Conversation' }).getByText('I still wait.').waitFor(),
      },
    ]);
    const token = await it.page.evaluate(() => localStorage.getItem('auth_token'));
    const tickets = await place.server.ask<unknown[]>('GET', '/support/tickets?per_page=100', token);
    expect(tickets).toHaveLength(1);
    await it.context.close();
  });

  /** Nobody has a session yet, and what is typed is of this tab alone (services/core/drafts). */
  const inTheTab = ['reload', 'death of the server'] as const;

  test('a registration', { timeout: 240_000 }, async () => {
    const it = await visit(place, '/auth/registration');
    const { who } = it;
    await goThrough(it, [
      {
        name: 'name',
        by: inTheTab,
        // A draft goes on at the first step that is not whole.
        reach: async () => {
          await it.page.goto(it.address);
          await field(it, 'First name').fill(who.first_name);
          await field(it, 'Last name').fill(who.last_name);
        },
        find: () => holds(it, 'Last name', who.last_name),
      },
      {
        name: 'contact',
        by: inTheTab,
        reach: async () => {
          await field(it, 'Username').fill(who.username);
          await goOn(it);
          await field(it, 'Phone').fill(who.phone);
        },
        find: () => holds(it, 'Phone', who.phone),
      },
      {
        name: 'access',
        by: ['reload'],
        reach: async () => {
          await it.page.getByRole('button', { name: 'Back' }).click();
          await fillRegistration(it.page, who);
        },
        find: () => holds(it, 'Email', who.email),
      },
    ]);
    await expect.poll(() => it.page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await it.page.getByLabel('Password', { exact: true }).fill(who.password);
    await it.page.getByLabel('Confirm password').fill(who.password);
    const agreed = it.page.getByRole('checkbox', { name: /I agree/ });
    if (!(await agreed.isChecked())) await agreed.check({ force: true });
    await interruptions['death of the server'](it);
    await press('Create account')(it);
    await it.page.waitForURL('**/wallet');
    await it.context.close();
  });

  test('a login', { timeout: 240_000 }, async () => {
    const it = await visit(place, '/auth/login');
    await register(it.page, place.server.origin, it.who);
    await goThrough(it, [
      {
        name: 'form',
        by: inTheTab,
        reach: async () => {
          await endSession(it);
          await field(it, 'Email').fill(it.who.email);
        },
        find: () => holds(it, 'Email', it.who.email),
      },
      {
        name: 'wallet',
        by: ['reload', 'reopen', 'death of the server'],
        reach: async () => {
          await signIn(it.page, it.who);
          await it.page.waitForURL('**/wallet');
          it.address = it.page.url();
        },
        find: () => it.page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor(),
      },
    ]);
    await it.context.close();
  });

  test('in another tab a registration begins anew', { timeout: 120_000 }, async () => {
    const it = await visit(place, '/auth/registration');
    await it.page.goto(it.address);
    await field(it, 'Username').fill(it.who.username);
    await interruptions.reopen(it);
    await holds(it, 'Username', '');
    await it.context.close();
  });
});
