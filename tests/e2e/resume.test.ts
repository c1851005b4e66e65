import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { fillRegistration, newcomer, register, signIn } from '../support/person.ts';
import { pdf } from '../support/uploads.ts';
import { openServer, type WalkedServer } from '../walks/server.ts';

let server: WalkedServer;
let browser: Browser;

interface Visit {
  readonly who: ReturnType<typeof newcomer>;
  readonly context: BrowserContext;
  /** Where the flow stands. */
  address: string;
  page: Page;
}

async function visit(path: string): Promise<Visit> {
  const { context } = await newPerson(browser);
  return { who: newcomer(), context, address: server.origin + path, page: await context.newPage() };
}

/** What comes between, as it does in the walks of money. After each the person is where they can go on. */
const interruptions = {
  reload: async ({ page }: Visit) => {
    await page.reload();
  },
  reopen: async (it: Visit) => {
    const next = await it.context.newPage();
    await it.page.close();
    it.page = next;
    await next.goto(it.address);
  },
  'end of the session and a new login': async ({ page, who, address }: Visit) => {
    const token = await page.evaluate(() => localStorage.getItem('auth_token'));
    await server.ask('POST', '/auth/logout', token, {});
    await page.reload();
    await page.waitForURL('**/auth/login');
    await signIn(page, who);
    await page.waitForURL('**/wallet');
    await page.goto(address);
  },
  'death of the server': async () => {
    await server.end(true);
    await server.start();
  },
} as const;

type Interruption = keyof typeof interruptions;
const all = Object.keys(interruptions) as Interruption[];

/** A state of a flow: how a person comes there from the one before, and what they must find whatever came between. */
interface State {
  readonly name: string;
  readonly reach: (visit: Visit) => Promise<unknown>;
  readonly find: (visit: Visit) => Promise<unknown>;
  /** Elsewhere all. */
  readonly by?: readonly Interruption[];
}

/** What became of it, with what the page says where it did not. */
async function finding(it: Visit, what: string, done: Promise<unknown>): Promise<string | null> {
  try {
    await done;
    return null;
  } catch (error) {
    const said = ((await it.page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ').slice(0, 600);
    return `${what}: ${String(error).slice(0, 200)}; ${it.page.url()} says: ${said}`;
  }
}

/** Every state, interrupted in every way, by one person who goes on to the end. */
async function goThrough(it: Visit, states: readonly State[]) {
  const found: string[] = [];
  for (const { name, reach, find, by = all } of states) {
    const way = await finding(
      it,
      `on the way to ${name}`,
      reach(it).then(() => find(it)),
    );
    if (way !== null) throw new Error([...found, way].join('\n'));
    for (const interruption of by) {
      await interruptions[interruption](it);
      const lost = await finding(it, `${name}, ${interruption}`, find(it));
      if (lost !== null) found.push(lost);
    }
  }
  expect(found).toEqual([]);
}

const press = (name: string | RegExp) => (it: Visit) => it.page.getByRole('button', { name }).click();
const goOn = press(/^Continue$/);
const field = ({ page }: Visit, name: string) => page.getByRole('textbox', { name });
const holds = (it: Visit, name: string, value: string) =>
  expect.poll(() => field(it, name).inputValue(), { message: name }).toBe(value);

const upload = async ({ page }: Visit, name: string, mimeType: string, buffer: Buffer) => {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
};

/** The server acts, and its answer is lost. */
async function dropOnce(page: Page, calls: string) {
  let isDropped = false;
  await page.route(calls, async (route) => {
    if (isDropped || route.request().method() !== 'POST') return route.fallback();
    isDropped = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

describe.skipIf(!existsSync(chromiumPath))('a flow goes on where it was', () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([openServer(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });

  test('a ticket and a reply', { timeout: 480_000 }, async () => {
    const it = await visit('/support?ticket=new');
    await register(it.page, server.origin, it.who);
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
    const tickets = await server.ask<unknown[]>('GET', '/support/tickets?per_page=100', token);
    expect(tickets).toHaveLength(1);
    await it.context.close();
  });

  /** Nobody has a session yet, and what is typed is of this tab alone (services/core/drafts). */
  const inTheTab = ['reload', 'death of the server'] as const;

  test('a registration', { timeout: 240_000 }, async () => {
    const it = await visit('/auth/registration');
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
    await interruptions['death of the server']();
    await press('Create account')(it);
    await it.page.waitForURL('**/wallet');
    await it.context.close();
  });

  test('a login', { timeout: 240_000 }, async () => {
    const it = await visit('/auth/login');
    await register(it.page, server.origin, it.who);
    const token = await it.page.evaluate(() => localStorage.getItem('auth_token'));
    await server.ask('POST', '/auth/logout', token, {});
    await goThrough(it, [
      {
        name: 'form',
        by: inTheTab,
        reach: async () => {
          await it.page.reload();
          await it.page.waitForURL('**/auth/login');
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
    const it = await visit('/auth/registration');
    await it.page.goto(it.address);
    await field(it, 'Username').fill(it.who.username);
    await interruptions.reopen(it);
    await holds(it, 'Username', '');
    await it.context.close();
  });
});
