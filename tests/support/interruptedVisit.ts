import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openServer, type WalkedServer } from '../walks/server.ts';
import { launchChromium, newPerson } from './chromium.ts';
import { newcomer, signIn } from './person.ts';

/** A product of its own, which is killed and started again, and a browser. */
export interface Place {
  readonly server: WalkedServer;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function openPlace(): Promise<Place> {
  const [server, browser] = await Promise.all([openServer(), launchChromium()]);
  const close = async () => {
    await browser.close();
    await server.remove();
  };
  return { server, browser, close };
}

export interface Visit {
  readonly server: WalkedServer;
  readonly who: ReturnType<typeof newcomer>;
  readonly context: BrowserContext;
  /** Where the flow stands. */
  address: string;
  page: Page;
}

/** Somebody new. `path`: where their flow begins. */
export async function visit({ server, browser }: Place, path: string): Promise<Visit> {
  const { context } = await newPerson(browser);
  const page = await context.newPage();
  return { server, who: newcomer(), context, address: server.origin + path, page };
}

/** What comes between, as it does in the walks of money. After each the person is where they can go on. */
export const interruptions = {
  reload: async ({ page }: Visit) => {
    await page.reload();
  },
  reopen: async (it: Visit) => {
    const next = await it.context.newPage();
    await it.page.close();
    it.page = next;
    await next.goto(it.address);
  },
  'end of the session and a new login': async (it: Visit) => {
    const { page, who, address } = it;
    await endSession(it);
    await signIn(page, who);
    await page.waitForURL('**/wallet');
    await page.goto(address);
  },
  'death of the server': async ({ server }: Visit) => {
    await server.end(true);
    await server.start();
  },
} as const;

export type Interruption = keyof typeof interruptions;
const all = Object.keys(interruptions) as Interruption[];

/** The session is over. The page hears of it by itself: a reload could meet the page on its way to the login. */
export async function endSession({ server, page }: Visit): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await server.ask('POST', '/auth/logout', token, {});
  await page.waitForURL('**/auth/login');
}

/** A state of a flow: how a person comes there from the one before, and what they must find whatever came between. */
export interface State {
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
export async function goThrough(it: Visit, states: readonly State[]): Promise<void> {
  const found: string[] = [];
  for (const { name, reach, find, by = all } of states) {
    const way = await finding(
      it,
      `on the way to ${name}`,
      reach(it).then(() => find(it)),
    );
    if (way !== null) throw new Error([...found, way].join('\n'));
    for (const interruption of by) {
      const lost = await finding(
        it,
        `${name}, ${interruption}`,
        interruptions[interruption](it).then(() => find(it)),
      );
      if (lost !== null) found.push(lost);
    }
  }
  expect(found).toEqual([]);
}

export const heading = (name: string) => (it: Visit) =>
  it.page.getByRole('heading', { name }).first().waitFor();
export const press = (name: string | RegExp) => (it: Visit) => it.page.getByRole('button', { name }).click();
export const goOn = press(/^Continue$/);
export const field = ({ page }: Visit, name: string | RegExp) => page.getByRole('textbox', { name });
export const holds = (it: Visit, name: string, value: string) =>
  expect.poll(() => field(it, name).inputValue(), { message: name }).toBe(value);

export const upload = async ({ page }: Visit, name: string, mimeType: string, buffer: Buffer) => {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
};

/** The server acts on the next call, and its answer is lost. */
export async function dropOnce(page: Page, calls: string): Promise<void> {
  let isDropped = false;
  await page.route(calls, async (route) => {
    if (isDropped || route.request().method() !== 'POST') return route.fallback();
    isDropped = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}
