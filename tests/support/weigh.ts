import type { Browser, Locator, Page } from 'playwright-core';
import { newPerson } from './chromium.ts';

/** What each page may make a person download before it can be used: script, in bytes as they cross the line. */
export const budgets = { '/auth/login': 150_000, '/auth/registration': 220_000, '/wallet': 200_000 } as const;
export type Weighed = keyof typeof budgets;

/** By what a person knows that the page can be used. */
const usable: Readonly<Record<Weighed, (page: Page) => Locator>> = {
  '/auth/login': (page) => page.getByRole('textbox', { name: 'Email' }),
  '/auth/registration': (page) => page.getByRole('textbox', { name: 'First name' }),
  '/wallet': (page) => page.getByText('USDT').first(),
};

/** Visits `route` as somebody with an empty cache, with `stored` in local storage, and weighs the script that came until it could be used. */
export async function weigh(
  browser: Browser,
  origin: string,
  route: Weighed,
  stored: Readonly<Record<string, string>> = {},
): Promise<{ bytes: number; files: number }> {
  const { context } = await newPerson(browser);
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(`${origin}${route}`);
  await usable[route](page).waitFor();
  const soFar = await Promise.all(sizes);
  await context.close();
  return { bytes: soFar.reduce((sum, size) => sum + size, 0), files: soFar.length };
}
