import type { Page } from 'playwright-core';
import { signOut } from '../support/person.ts';
import { pressWithFault } from './faults.ts';
import { hasButton, ignore, press } from './gestures.ts';
import { type Look, look, placeOf, texts } from './screen.ts';
import type { Step } from './steps.ts';
import { enterWallet, Finding, type World } from './world.ts';

const { auth, wallet } = texts;

/** What is said to somebody who typed a wrong password, now or before. */
const wrong = [auth.errors.invalidCredentials, auth.errors.loginFailed, auth.captcha.why];

/** Somebody signs out and in again by the form. They come into their wallet, and are never told that their password is wrong. */
export async function signInAgain(
  world: World,
  { who, fault }: Extract<Step, { do: 'signIn' }>,
): Promise<void> {
  const person = world.people[who];
  const address = `${world.server.origin}/auth/login`;
  await enterWallet(world, person);
  let isOut = false;
  let isStruck = false;
  const enter = async () => {
    isOut = true;
    await fill(person.page, person);
    const isFirst = !isStruck;
    isStruck = true;
    const struck = { world, person, address };
    await pressWithFault(isFirst ? fault : 'none', struck, '**/api/web-app/auth/login', (isTwice) =>
      press(person.page, auth.login.submit, isTwice),
    );
  };
  for (const deadline = Date.now() + 120_000; ; await person.page.waitForTimeout(200)) {
    const now = await look(person.page);
    if (now) requireRight(person.name, now);
    if (now && isOut && isInWallet(now)) return;
    if (Date.now() > deadline)
      throw new Finding(
        `${person.name} does not come into their wallet, and sees: ${now?.path} ${now?.text}`,
      );
    if (now && placeOf(now) === 'login' && hasButton(now, auth.login.submit)) await enter();
    else if (now && !isOut && isInWallet(now)) await leave(person.page);
  }
}

const isInWallet = ({ path, headings }: Look) => path === '/wallet' && headings.includes(wallet.title);

function requireRight(name: string, { said }: Look): void {
  const told = wrong.find((sentence) => said.includes(sentence));
  if (told !== undefined) throw new Finding(`${name} typed the right password and is told: ${told}`);
}

/** Where the session has ended meanwhile, they are out already. */
async function leave(page: Page): Promise<void> {
  await signOut(page).catch(ignore);
  await page.waitForURL('**/auth/login', { timeout: 5_000 }).catch(ignore);
}

async function fill(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const emailField = page.getByRole('textbox', { name: auth.fields.email });
  await emailField.fill(email, { timeout: 3_000 }).catch(ignore);
  const passwordField = page.getByLabel(auth.fields.password, { exact: true });
  await passwordField.fill(password, { timeout: 3_000 }).catch(ignore);
}
