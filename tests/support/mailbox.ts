import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ServedBuild } from './servedBuild.ts';

/** Opens the demo's mailbox, which listens on the port after the product's, and waits for an email with a text. */
export async function openMailbox(
  page: Page,
  { port }: ServedBuild,
  to: string,
  text: string,
): Promise<Locator> {
  const email = page.getByRole('article').filter({ hasText: to }).filter({ hasText: text }).first();
  await expect
    .poll(async () => {
      await page.goto(`http://localhost:${port + 1}/mailbox`);
      return email.count();
    })
    .toBe(1);
  return email;
}
