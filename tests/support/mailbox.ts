import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** Opens the demo's mailbox, which listens on the port after the product's, and waits for an email with a text. */
export async function openMailbox(
  page: Page,
  { origin }: { origin: string },
  to: string,
  text: string,
): Promise<Locator> {
  const port = Number(new URL(origin).port);
  const email = page.getByRole('article').filter({ hasText: to }).filter({ hasText: text }).first();
  // Unlike `expect.poll`, it can also be awaited before the tests.
  await vi.waitFor(
    async () => {
      await page.goto(`http://localhost:${port + 1}/mailbox`);
      expect(await email.count()).toBe(1);
    },
    { timeout: 30_000 },
  );
  return email;
}
