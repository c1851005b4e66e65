import { spawn } from 'node:child_process';
import type { Page } from 'playwright-core';
import { demoSignIn } from '../../server/demo/seed.ts';

/** What somebody fills in to open an account; unique per call, so that test files share one running server. */
export function newcomer() {
  const tag = Math.random().toString(36).slice(2, 10);
  return {
    first_name: 'Anna',
    last_name: 'Lindgren',
    username: `anna.${tag}`,
    email: `anna.${tag}@example.com`,
    password: 'Correct7horse',
    phone: '+4670123456',
    born: { day: '14', month: '02', year: '1990' },
    country: 'Sweden',
  };
}
export type Newcomer = ReturnType<typeof newcomer>;

/** Goes through the steps of the registration and types all of it, as a person with an English page does, without sending it. */
export async function fillRegistration(page: Page, who: Newcomer) {
  const goOn = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('First name').fill(who.first_name);
  await page.getByLabel('Last name').fill(who.last_name);
  await page.getByLabel('Username').fill(who.username);
  await goOn();
  await fillBirthday(page, who);
  await page.getByRole('combobox', { name: 'Country' }).fill(who.country);
  await page.getByRole('option', { name: who.country }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Phone').fill(who.phone);
  await goOn();
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByLabel('Confirm password').fill(who.password);
  await page.getByRole('checkbox', { name: /I agree/ }).check({ force: true });
}

async function fillBirthday(page: Page, { born }: Newcomer) {
  const group = page.getByRole('group', { name: 'Date of birth' });
  for (const [part, digits] of Object.entries(born)) {
    await group.getByRole('spinbutton', { name: new RegExp(part, 'i') }).focus();
    await page.keyboard.type(digits);
  }
}

export async function register(page: Page, origin: string, who: Newcomer) {
  await page.goto(`${origin}/auth/registration`);
  await fillRegistration(page, who);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/wallet').catch(async (cause: unknown) => {
    throw new Error(`not registered; the page says: ${await page.locator('main').textContent()}`, { cause });
  });
}

/** On the page where one is: signs in by the English form. */
export async function signIn(page: Page, who: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/**
 * A new session of the demo's person, as a browser stores it: put it into one, and they are in there. One browser for each, because the first
 * that opens it binds it to a key of its own.
 */
export function demoSession(origin: string): Promise<Record<string, string>> {
  return openSession(origin, demoSignIn);
}

/** A new session of somebody, as a browser stores it. */
export async function openSession(
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/web-app/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, remember: false }),
  });
  const { data, code } = await answer.json();
  if (!answer.ok) throw new Error(`no session: ${code}`);
  return { auth_token: data.token, user: JSON.stringify(data.user) };
}

/** Where USDT reaches the demo's person inside of this wallet. */
export async function demoAddress(origin: string): Promise<string> {
  const { auth_token } = await demoSession(origin);
  const answer = await fetch(`${origin}/api/web-app/wallet/addresses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${auth_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: 'USDT' }),
  });
  const { data, code } = await answer.json();
  if (!answer.ok) throw new Error(`no address: ${code}`);
  return data.address;
}

/** The session of a page, as it is stored. */
export function sessionIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({
    auth_token: localStorage.getItem('auth_token') ?? '',
    user: localStorage.getItem('user') ?? '',
  }));
}

/** The API as somebody with this session sees it. Answers `data`; throws when it is refused. */
export function callAs(origin: string, token: string) {
  return async (
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    method = body === undefined ? 'GET' : 'POST',
  ) => {
    const answer = await fetch(`${origin}/api/web-app${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, code } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${code}`);
    return data;
  };
}
export type AppCall = ReturnType<typeof callAs>;

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /Account menu|Меню аккаунта/ }).click();
  await page.getByRole('menuitem', { name: /Log out|Выйти/ }).click();
}

/** `npm run -s operator -- …` as the operator types it. */
export function operator(served: { origin: string; dataDir: string }, ...args: string[]) {
  return new Promise<{ code: number | null; printed: string }>((resolve) => {
    const child = spawn(process.execPath, ['scripts/operator.mjs', ...args], {
      env: {
        ...process.env,
        NODE_ENV: '',
        VITEST: '',
        PORT: new URL(served.origin).port,
        DATA_DIR: served.dataDir,
      },
    });
    let printed = '';
    child.stdout.on('data', (bytes) => (printed += bytes));
    child.stderr.on('data', (bytes) => (printed += bytes));
    child.once('exit', (code) => resolve({ code, printed }));
  });
}
