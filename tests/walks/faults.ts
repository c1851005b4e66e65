import type { Page, Route } from 'playwright-core';
import type { Fault } from './steps.ts';
import type { Person, World } from './world.ts';

/** The page of a person, which a fault may reload, close or leave behind for another tab. */
interface Struck {
  readonly world: World;
  readonly person: Pick<Person, 'context'> & { page: Page };
  /** Where the flow stands. */
  readonly address: string;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** A page that was closed or reloaded takes no answer any more. */
const ignore = () => undefined;

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: '', status, code, request_id: 'r' }),
});

/** Presses, and lets the fault happen to the first request to `calls` that comes of it. Resolves when it has happened. */
export async function pressWithFault(
  fault: Fault,
  struck: Struck,
  calls: string,
  press: (isTwice: boolean) => Promise<void>,
): Promise<void> {
  const { page } = struck.person;
  const handle = handlers[fault];
  if (!handle) return press(fault === 'doubleClick');
  let happened: Promise<void> | null = null;
  await page.route(calls, (route) => {
    if (route.request().method() !== 'POST' || happened) return route.fallback();
    happened = handle(route, struck, page).then(ignore, ignore);
    return happened;
  });
  await press(false);
  // Where the press sent nothing, there is nothing that can happen to it.
  for (const deadline = Date.now() + 3_000; !happened && Date.now() < deadline; ) await pause(50);
  // The route stays: Chromium may never answer requests that are intercepted while interception is turned off, as those of a reloaded page are.
  await happened;
}

const handlers: Readonly<
  Partial<Record<Fault, (route: Route, struck: Struck, page: Page) => Promise<unknown>>>
> = {
  slow: async (route) => {
    const response = await route.fetch();
    await pause(4_000);
    await route.fulfill({ response });
  },
  held: async (route) => {
    // Longer than the app waits for an answer.
    await pause(17_000);
    await route.fetch().catch(ignore);
    await route.abort();
  },
  dropped: async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  failedAfter: async (route) => {
    await route.fetch();
    await route.fulfill(problem(500, 'INTERNAL'));
  },
  badGateway: (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  lost: (route) => route.abort('connectionreset'),
  throttled: (route) => route.fulfill({ status: 429, contentType: 'text/plain', body: 'slow down' }),
  garbled: async (route) => {
    await route.fetch();
    await route.fulfill({ status: 201, contentType: 'application/json', body: '{"data":{"id":7}}' });
  },
  sessionEnds: async (route, { world }, page) => {
    await endSession(world, page);
    await route.continue();
  },
  reload: async (route, _, page) => {
    await route.fetch();
    await page.reload();
  },
  closed: async (route, { person, address }) => {
    await route.fetch();
    await reopen(person, address);
  },
  otherTab: async (route, { person, address }) => {
    const response = await route.fetch();
    await takeOver(person, address);
    await route.fulfill({ response });
  },
  offline: async (route, { person }) => {
    await route.fetch();
    await person.context.setOffline(true);
    await route.abort('internetdisconnected');
    await pause(2_000);
    await person.context.setOffline(false);
  },
  crashBefore: async (route, { world }) => {
    await world.server.end(true);
    await route.abort('connectionrefused');
    await world.server.start();
  },
  crashAfter: async (route, { world }) => {
    await route.fetch();
    await world.server.end(true);
    await route.abort('connectionreset');
    await world.server.start();
  },
};

/** The session that the page has is over, and nobody has told the page. */
export async function endSession({ server }: World, page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  if (token !== null) await server.ask('POST', '/auth/logout', token, {}).catch(ignore);
}

/** The tab is closed; another one of the same browser is opened. */
export async function reopen(person: Struck['person'], address: string): Promise<void> {
  const next = await person.context.newPage();
  await person.page.close();
  person.page = next;
  await next.goto(address);
}

/** The person goes on in a further tab. The first stays open. */
export async function takeOver(person: Struck['person'], address: string): Promise<void> {
  person.page = await person.context.newPage();
  await person.page.goto(address);
}
