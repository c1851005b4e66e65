import { randomInt, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TokenSymbol } from '../../contract/tokens.ts';
import { captchaOf } from '../support/captcha.ts';
import { type Complaints, newPerson } from '../support/chromium.ts';
import { newcomer, signIn } from '../support/person.ts';
import { type Model, minorOf, names } from './model.ts';
import type { WalkedServer } from './server.ts';
import type { MoneyStep, Who } from './steps.ts';

/** What was found: what a person should have seen, or the ledger should have held. */
export class Finding extends Error {}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** A session of the test's own, which no walk ends. */
  readonly token: string;
  readonly addresses: Readonly<Record<TokenSymbol, string>>;
  readonly context: BrowserContext;
  readonly complaints: Complaints;
  /** The tab that the person looks at. */
  page: Page;
}

export interface World {
  readonly server: WalkedServer;
  readonly people: readonly [Person, Person];
}

/** What everybody begins with. */
export const start: Readonly<Record<TokenSymbol, string>> = { ZST: '20000', STO: '20000', USDT: '20000' };
const symbols = ['ZST', 'STO', 'USDT'] as const;

export async function openWorld(server: WalkedServer, browser: Browser): Promise<World> {
  const kira = await settleIn(server, browser, names[0]);
  return { server, people: [kira, await settleIn(server, browser, names[1])] };
}

/** Somebody's own, so that no walk uses up what another may do from one address. */
export const networkAddress = () => `10.${200 + randomInt(50)}.${randomInt(256)}.${randomInt(256)}`;

async function settleIn(server: WalkedServer, browser: Browser, name: string): Promise<Person> {
  const { born, country: _country, ...form } = newcomer();
  const { token } = await server.ask<{ token: string }>('POST', '/auth/register', null, {
    ...form,
    first_name: name,
    password_confirmation: form.password,
    date_of_birth: `${born.year}-${born.month}-${born.day}`,
    country: 'SE',
    terms: true,
    captcha: await captchaOf(server.origin),
  });
  const addresses = { ZST: '', STO: '', USDT: '' };
  for (const symbol of symbols) {
    const arrived = { id: randomUUID(), email: form.email, token: symbol, amount: start[symbol] };
    await server.operate('POST', '/deposits', arrived);
    const told = await server.ask<{ address: string }>('POST', '/wallet/addresses', token, { token: symbol });
    addresses[symbol] = told.address;
  }
  const { context, complaints } = await newPerson(browser, {
    extraHTTPHeaders: { 'x-forwarded-for': networkAddress() },
  });
  await context.addInitScript(jumpingClock);
  const page = await context.newPage();
  const person = { name, ...form, token, addresses, context, complaints, page };
  await page.goto(`${server.origin}/auth/login`);
  await signIn(page, form);
  await page.waitForURL('**/wallet');
  return person;
}

/** To an address of the wallet; by the form where the session is over. */
export async function enterWallet({ server }: World, person: Person): Promise<void> {
  const { page } = person;
  await page.goto(`${server.origin}/wallet`);
  const isOut = page.getByRole('textbox', { name: 'Email' });
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).or(isOut).first().waitFor();
  if (!(await isOut.isVisible())) return;
  await signIn(page, person);
  await page.waitForURL('**/wallet');
}

export async function closeWorld({ people }: World): Promise<void> {
  for (const { context } of people) await context.close();
}

/** The clock of the page can be set; how far it is off outlasts a reload. Runs in the page. */
function jumpingClock(): void {
  const Real = Date;
  const by = () => Number(localStorage.getItem('walk-clock') ?? 0);
  globalThis.Date = class extends Real {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(Real.now() + by());
      else super(...given);
    }
    static override now() {
      return Real.now() + by();
    }
  } as DateConstructor;
}

export async function setClock(page: Page, hours: number): Promise<void> {
  await page.evaluate((by) => localStorage.setItem('walk-clock', String(by)), hours * 3_600_000);
}

/** Asks until it is so. Rejects with what was seen last. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (seen: T) => boolean,
  within = 60_000,
): Promise<T> {
  for (const deadline = Date.now() + within; ; ) {
    const seen = await ask();
    if (fits(seen)) return seen;
    if (Date.now() > deadline) throw new Finding(`${what}; seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

interface LedgerToken {
  readonly symbol: TokenSymbol;
  readonly total: string;
  readonly available: string;
}

export interface Movement {
  readonly id: string;
  readonly status: string;
}

type Listed = Movement & { readonly amount: string; readonly pay: string };

/** What the ledger has of a person's payments, or exchanges, of this amount. */
export async function movementsOf(
  { server, people }: World,
  who: Who,
  amount: string,
  kind: MoneyStep['do'],
) {
  const ask = (path: string) => server.ask<Listed[]>('GET', path, people[who].token);
  if (kind === 'exchange') return (await ask('/exchange?per_page=100')).filter(({ pay }) => pay === amount);
  return (await ask(`/transactions?per_page=100&kind=${kind}`)).filter((each) => each.amount === amount);
}

/** The ledger holds what the model says. What has left for the network may take its time. */
export async function compareLedger(world: World, model: Model): Promise<void> {
  for (const who of [0, 1] as const) {
    const expected = symbols.map((symbol) => model.balances[who][symbol]);
    await until(
      `${names[who]} must have ${print(expected)}`,
      async () => {
        const { tokens } = await world.server.ask<{ tokens: LedgerToken[] }>(
          'GET',
          '/wallet',
          world.people[who].token,
        );
        return symbols.map((symbol) => {
          const line = tokens.find((each) => each.symbol === symbol);
          const of = (part: 'total' | 'available') => String(minorOf(line?.[part] ?? '0', symbol));
          return { total: of('total'), available: of('available') };
        });
      },
      (seen) => print(seen) === print(expected),
    );
  }
}

function print(balances: readonly { total: bigint | string; available: bigint | string }[]): string {
  return symbols
    .map((symbol, index) => `${symbol} ${balances[index]?.total}/${balances[index]?.available}`)
    .join(', ');
}
