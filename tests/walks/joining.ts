import type { Browser, Page } from 'playwright-core';
import { newPerson } from '../support/chromium.ts';
import { fillRegistration, type Newcomer, newcomer, signIn } from '../support/person.ts';
import { pressWithFault } from './faults.ts';
import { look, texts } from './screen.ts';
import type { Step } from './steps.ts';
import { Finding, networkAddress, type World } from './world.ts';

/**
 * Somebody new registers, and comes into their wallet whatever happens to the request. That their own email is taken is told to nobody who
 * is still on the page with which they registered.
 */
export async function join(
  world: World,
  browser: Browser,
  { fault }: Extract<Step, { do: 'join' }>,
): Promise<void> {
  const who = newcomer();
  const { context, complaints } = await newPerson(browser, {
    extraHTTPHeaders: { 'x-forwarded-for': networkAddress() },
  });
  const address = `${world.server.origin}/auth/registration`;
  const person = { context, page: await context.newPage() };
  try {
    await person.page.goto(address);
    await fillRegistration(person.page, who);
    const struck = { world, person, address };
    await pressWithFault(fault, struck, '**/api/web-app/auth/register', (isTwice) =>
      submit(person.page, isTwice),
    );
    await comeIn(person, who, fault === 'reload' || fault === 'closed' || fault === 'otherTab');
    const { email, password } = who;
    await world.server.ask('POST', '/auth/login', null, { email, password, remember: false });
    if (complaints.length > 0) throw new Finding(`A registration complains: ${complaints.join('; ')}`);
  } finally {
    await context.close();
  }
}

async function submit(page: Page, isTwice: boolean): Promise<void> {
  const button = page.getByRole('button', { name: texts.auth.registration.submit, exact: true });
  await (isTwice ? button.dblclick({ timeout: 3_000 }) : button.click({ timeout: 3_000 })).catch(ignore);
}

const ignore = () => undefined;

async function comeIn(
  person: { readonly page: Page },
  who: Newcomer,
  hasLeftThePage: boolean,
): Promise<void> {
  for (const deadline = Date.now() + 90_000; ; await person.page.waitForTimeout(300)) {
    const { page } = person;
    const now = await look(page);
    if (now?.path === '/wallet') return;
    if (Date.now() > deadline)
      throw new Finding(`Somebody does not come into their wallet, and sees: ${now?.path} ${now?.text}`);
    const isTaken = now?.said.includes(texts.auth.errors.emailTaken) ?? false;
    if (isTaken && !hasLeftThePage)
      throw new Finding(`Somebody has registered once and is told: ${texts.auth.errors.emailTaken}`);
    if (isTaken) {
      await page.goto(new URL('/auth/login', page.url()).href);
      await signIn(page, who).catch(ignore);
      await page.waitForURL('**/wallet', { timeout: 5_000 }).catch(ignore);
    } else if (now?.path === '/auth/registration') {
      await typeAgain(page, who);
      await submit(page, false);
    }
  }
}

/** What is in no draft: the passwords, and in a new tab everything. */
async function typeAgain(page: Page, who: Newcomer): Promise<void> {
  const password = page.getByLabel(texts.auth.fields.password, { exact: true });
  if (!(await password.isVisible())) return fillRegistration(page, who).catch(ignore);
  // Gone where the answer has just led into the wallet.
  if ((await password.inputValue({ timeout: 2_000 }).catch(() => null)) !== '') return;
  await password.fill(who.password).catch(ignore);
  await page.getByLabel(texts.auth.fields.password_confirmation).fill(who.password).catch(ignore);
}
