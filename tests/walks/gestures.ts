import type { Page } from 'playwright-core';
import { signIn } from '../support/person.ts';
import type { Look } from './screen.ts';
import type { Person } from './world.ts';

/** Whatever is in the way of a gesture, the next look shows it. */
export const ignore = () => undefined;

/** Whether a button can be pressed. */
export const hasButton = ({ buttons }: Look, name: string) =>
  buttons.some((button) => button.name === name && !button.isOff);

export async function press(page: Page, name: string, isTwice = false): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await (isTwice ? button.dblclick({ timeout: 3_000 }) : button.click({ timeout: 3_000 })).catch(ignore);
}

/** From the login, by its form, to where the flow stands. */
export async function comeBack(person: Person, address: string): Promise<void> {
  const { page } = person;
  await signIn(page, person).catch(ignore);
  await page.waitForURL('**/wallet', { timeout: 5_000 }).catch(ignore);
  await page.goto(address);
}
